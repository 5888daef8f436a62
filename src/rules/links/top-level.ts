import tlds from 'tlds'

/** Whether a bare name that ends so is a host to those who make links of such: one of IANA's top-level domains, in their own script or in Punycode. */
export const isTopLevel = (label: string): boolean => topLevel.has(label.toLowerCase()) || /^xn--/i.test(label)

/** Whether it ends like a file does: `README.md` is written more often than a host in Moldova. */
export const isFileEnding = (label: string): boolean => fileEndings.has(label.toLowerCase())

const topLevel: ReadonlySet<string> = new Set(tlds)
const fileEndings: ReadonlySet<string> = new Set(['cc', 'md', 'mov', 'pl', 'ps', 'py', 'rs', 'sh', 'so', 'zip'])

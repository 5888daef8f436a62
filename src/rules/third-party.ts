/** Whether a place of this kind is a third party to a plugin of this trust (policy R7): a remote plugin's server, or a website that a plugin we did not write has declared. */
export const isThirdPartyPlace = (kind: string, trust: string): boolean => kind === 'remote' || (kind === 'website' && trust !== 'bundled' && trust !== 'official')

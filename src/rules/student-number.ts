/** The form that the people of PKU have their numbers in: ten digits. IAAA takes a mailbox too, but then the services confirm another name. */
export const isStudentNumber = (text: string): boolean => /^\d{10}$/.test(text)

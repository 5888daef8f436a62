/** Whether what a person typed to a question is a yes. Whatever else it is, nothing or half a word too, is a no. */
export const saysYes = (typed: string | undefined): boolean => /^(?:y|yes|是)$/i.test(typed?.trim() ?? '')

/** The same for what cannot be taken back: a key that is pressed by habit agrees to nothing. */
export const saysWholeYes = (typed: string | undefined): boolean => /^(?:yes|是)$/i.test(typed?.trim() ?? '')

/** Text for people, in both languages the product speaks. Neither may be empty. */
export interface Words {
  readonly zh: string
  readonly en: string
}

export type Lang = keyof Words

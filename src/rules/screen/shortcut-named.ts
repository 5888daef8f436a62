import type { Words } from '../../sdk/index.ts'

/** The shortcut that a person means: by its title in either language, or by its number from 1. */
export const shortcutNamed = <T extends { readonly title: Words }>(shortcuts: readonly T[], name: string): T | undefined =>
  shortcuts.find(({ title }, index) => [title.zh, title.en, String(index + 1)].includes(name))

import { localStore, orAbsent, type LocalStore } from './local-store.ts'

/** Keys of our own. The prefix keeps the product's names clean. */
export type Preference = 'lang' | 'theme' | 'nav' | 'pageSize' | 'setup' | `columns.${string}`

/** What the reader chose, and which hints the reader has put away. */
export const createPreferences = (store: LocalStore) => ({
  preference: (name: Preference) => store.read(`ui.${name}`) ?? '',
  setPreference: (name: Preference, value: string) => store.write(`ui.${name}`, orAbsent(value)),

  isPromptDone: (topic: string) => store.read(`prompt-${topic}`) === 'true',
  finishPrompt: (topic: string) => store.write(`prompt-${topic}`, 'true'),
})

export const preferences = createPreferences(localStore)

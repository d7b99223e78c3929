import { stripTrailingSlash } from '@weir/contract/values/format'
import { optionTable, type OptionKey } from '@weir/contract/options/option'
import { secretAddresses } from '@weir/contract/options/option-services'
import { parseJson } from '../../../shared/browser/json.ts'
import { numberText, readNumber } from '../../../shared/form/number/read-number.ts'

export type OptionControl = 'text' | 'url' | 'number' | 'secret' | 'json' | 'choice'

export interface Change {
  readonly key: OptionKey
  readonly value: string
}

export type Typed = Readonly<Partial<Record<OptionKey, string>>>

/** What the server holds; a key it does not send has the value every server starts with. */
export type Stored = (key: OptionKey) => string

export const storedIn =
  (options: readonly { readonly key: string; readonly value: string }[]): Stored =>
  (key) =>
    options.find((option) => option.key === key)?.value ?? optionTable[key].default

const prettyJson = (text: string): string => {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

/** An empty map is shown as an empty box; a secret is never shown. */
export const shownValue = (control: OptionControl, stored: string): string => {
  if (control === 'secret') return ''
  if (control !== 'json') return stored
  const pretty = prettyJson(stored)
  return pretty === '{}' ? '' : pretty
}

const sentValue = (control: OptionControl, typed: string): string => {
  switch (control) {
    case 'url':
      return stripTrailingSlash(typed.trim())
    case 'json':
      return typed.trim() === '' ? '{}' : typed
    case 'number':
      return numberText(readNumber(typed))
    case 'text':
    case 'secret':
    case 'choice':
      return typed
  }
}

interface Field {
  readonly key: OptionKey
  readonly control: OptionControl
}

/** A stored secret is not sent to an address that this form changes; true until it is typed again. */
export const isSecretNeeded = (key: OptionKey, typed: Typed, stored: Stored): boolean =>
  (typed[key] ?? '') === '' &&
  (secretAddresses[key] ?? []).some((address) => {
    const text = typed[address]
    return text !== undefined && stripTrailingSlash(text.trim()) !== stored(address)
  })

/** Numbers have no "empty": leaving one empty means leaving it alone, as with a secret, which is shown empty. */
const isLeftAlone = (control: OptionControl, sent: string) => control === 'number' && sent === ''

/** What must be sent, in the order of the fields: changed values and nothing else. */
export const changesOf = (fields: readonly Field[], typed: Typed, stored: Stored): readonly Change[] =>
  fields.flatMap(({ key, control }) => {
    const text = typed[key]
    if (text === undefined || text === shownValue(control, stored(key))) return []
    const value = sentValue(control, text)
    return isLeftAlone(control, value) || value === stored(key) ? [] : [{ key, value }]
  })

/** What was typed while a save was under way is kept. */
export const typedSince = (now: Typed, sent: Typed): Typed =>
  Object.fromEntries(Object.entries(now).filter(([key, text]) => text !== sent[key as keyof Typed]))

/** After how many days logs are deleted from now on; 0 where these changes delete none, or the server will refuse what was typed. */
export const expiryIn = (changes: readonly Change[]): number =>
  Number(changes.find(({ key }) => key === 'LogRetentionDays')?.value ?? 0) || 0

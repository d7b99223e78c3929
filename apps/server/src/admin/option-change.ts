import { isSecretOption, optionTable, type OptionKey } from '@weir/contract/options/option'
import { normalizeOption } from '@weir/contract/options/option-rules'
import { secretsSentTo } from '@weir/contract/options/option-services'
import type { OptionChange } from '@weir/store/repositories/options'
import { cleanHtml } from '../settings/sanitize-html.ts'

export const isHtmlOption = (key: OptionKey): boolean => optionTable[key].kind === 'html'

/** As it is stored. Throws a refusal where the value is none of the option's. */
export const optionValue = (key: OptionKey, given: string): string => (isHtmlOption(key) ? cleanHtml(given) : normalizeOption(key, given))

export const optionChange = (key: OptionKey, value: string): OptionChange => ({
  name: key,
  value,
  isSecret: isSecretOption(key),
  initial: optionTable[key].default,
  withholds: secretsSentTo(key),
})

/** Secrets appear in the trail as the fact that they were set or cleared. */
export const optionTrace = (key: OptionKey, value: string): string => {
  if (!isSecretOption(key)) return value
  return value === '' ? 'empty' : 'set'
}

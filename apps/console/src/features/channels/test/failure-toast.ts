import { reasonText, type TestOutcome } from '@weir/contract/channels/channel-test'
import type { Language } from '../../../shared/i18n/translate.ts'

const quoted = (text: string, language: Language): string => (language === 'zh' ? `「${text}」` : `“${text}”`)

/** Whose test failed, with which model and why. Words that are not ours stand in quotation marks. */
export const failureToast = (
  { name }: { readonly name: string },
  { model, reason, message }: Pick<TestOutcome, 'model' | 'reason' | 'message'>,
  language: Language,
): string => {
  const where = model === '' ? name : `${name} · ${model}`
  const why = reason === 'unknown' ? '' : reasonText(reason, language)
  const said = message === '' || message === why ? '' : quoted(message, language)
  return `${where}${language === 'zh' ? '：' : ': '}${[why, said].filter((part) => part !== '').join(' ')}`
}

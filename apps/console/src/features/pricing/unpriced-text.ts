import type { Translate } from '../../shared/i18n/translate.ts'

/** What a call of a model without a price leads to. */
export const unpricedText = (policy: string, t: Translate): string => {
  if (policy === 'refuse' || policy === 'free') return t(`pricing.unpriced.${policy}`)
  return t('pricing.unpriced.ceiling')
}

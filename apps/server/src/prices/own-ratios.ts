import type { PriceSettings } from '../settings/price-settings.ts'

/** Options from model to ratio, which come before every price sheet. */
export const RATIO_OPTIONS = ['ModelRatio', 'CompletionRatio', 'CacheReadRatio', 'CacheWriteRatio'] as const

export type OwnRatios = Partial<Record<(typeof RATIO_OPTIONS)[number], number>>

export const ratiosSetFor = (model: string, settings: Pick<PriceSettings, 'ratios'>): OwnRatios =>
  Object.fromEntries(
    RATIO_OPTIONS.flatMap((option) => {
      const ratio = settings.ratios(option)[model]
      return ratio === undefined ? [] : [[option, ratio]]
    }),
  )

import { catalog } from '@weir/contract/catalog/catalog'
import { perImageOf } from '@weir/contract/catalog/entry'
import type { PlanRules } from '@weir/store/move-in/make-plan'
import type { KnownRatios, RatioOption } from '@weir/store/move-in/plan-options'
import { NOTHING_STORED, splitOverrides } from '../channels/channel-overrides.ts'
import { keyFromConfig, splitConfig } from '../channels/channel-secrets.ts'
import { listRatios, type ListRatios } from '../relay/list-ratios.ts'
import oneApiRatios from './one-api-ratios.json' with { type: 'json' }

const OLDER: ReadonlyMap<string, number> = new Map(Object.entries(oneApiRatios))

const NAMES = {
  ModelRatio: 'model',
  CompletionRatio: 'completion',
  CacheReadRatio: 'cacheRead',
  CacheWriteRatio: 'cacheWrite',
} as const satisfies Record<RatioOption, keyof ListRatios>

const ratios: KnownRatios = {
  older: (option, model) => (option === 'ModelRatio' ? OLDER.get(model) : undefined),
  listed(option, model) {
    const price = catalog.get(model)?.price
    return price && listRatios(price)?.[NAMES[option]]
  },
  perPicture(model) {
    const price = catalog.get(model)?.price
    return price && price.input === undefined ? perImageOf(price) : undefined
  },
  isBySecond(model) {
    const price = catalog.get(model)?.price
    return price?.perSecond !== undefined && price.input === undefined
  },
}

export const planRules = (nowSeconds: number): PlanRules => ({
  config: { split: splitConfig, keyFrom: keyFromConfig, overrides: (given) => splitOverrides(given, NOTHING_STORED) },
  ratios,
  nowSeconds,
})

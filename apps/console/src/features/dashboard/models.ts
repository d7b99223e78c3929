import type { DashboardData } from '@weir/contract/dashboard'
import { slotsOf, type Course } from './period.ts'

/** So many models have a colour of their own; the rest is drawn as one. */
const NAMED = 7

type Slices = DashboardData['slices']

export interface ModelShare {
  readonly model: string
  readonly quota: number
  readonly requests: number
  /** Of the whole spend, or of the requests where nothing was spent. */
  readonly share: number
}

const sumBy = (slices: Slices, field: 'quota' | 'requests') => slices.reduce((sum, slice) => sum + slice[field], 0)

/** The most expensive model first. */
export const sharesOf = (slices: Slices): readonly ModelShare[] => {
  const field = sumBy(slices, 'quota') > 0 ? 'quota' : 'requests'
  const whole = sumBy(slices, field)
  return [...Map.groupBy(slices, ({ model }) => model)]
    .map(([model, own]) => ({
      model,
      quota: sumBy(own, 'quota'),
      requests: sumBy(own, 'requests'),
      share: whole === 0 ? 0 : sumBy(own, field) / whole,
    }))
    .toSorted((a, b) => b.share - a.share || a.model.localeCompare(b.model))
}

export interface Bar {
  readonly time: number
  /** Quota of the named models in their order, then of all others. */
  readonly parts: readonly number[]
}

/** One bar per slice, gaps filled, for a stacked chart. */
export const barsOf = (data: Course & { readonly slices: Slices }, models: readonly string[]): readonly Bar[] => {
  const named = models.slice(0, NAMED)
  const bySlot = Map.groupBy(data.slices, ({ time }) => time)
  return slotsOf(data).map((time) => {
    const slices = bySlot.get(time) ?? []
    const own = named.map((model) =>
      sumBy(
        slices.filter((slice) => slice.model === model),
        'quota',
      ),
    )
    return { time, parts: [...own, sumBy(slices, 'quota') - own.reduce((sum, quota) => sum + quota, 0)] }
  })
}

export const namedModels = (models: readonly string[]): readonly string[] => models.slice(0, NAMED)

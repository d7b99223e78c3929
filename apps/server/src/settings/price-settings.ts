import { catalog } from '@weir/contract/catalog/catalog'
import type { OptionKey } from '@weir/contract/options/option'
import type { Settings } from './settings.ts'

/** The options that decide what a model costs. */
const PRICE_OPTIONS = [
  'ModelSheets',
  'GroupSheets',
  'ModelRatio',
  'CompletionRatio',
  'CacheReadRatio',
  'CacheWriteRatio',
  'GroupRatio',
  'UnpricedModelPolicy',
] as const satisfies readonly OptionKey[]

type PriceOption = (typeof PRICE_OPTIONS)[number]

/** The options, as far as prices are worked out of them. */
export interface PriceSettings extends Pick<Settings, 'sheets' | 'groupSheets'> {
  text(key: PriceOption): string
  ratios(key: PriceOption): Readonly<Record<string, number>>
}

const known = new WeakMap<PriceSettings, PriceSettings>()
let latest: PriceSettings | undefined

/** The same one while no price changes: what was worked out of it stays good whatever else is changed. */
export const pricesIn = (settings: PriceSettings): PriceSettings => {
  const found = known.get(settings)
  if (found !== undefined) return found
  const before = latest
  const isSame = before !== undefined && PRICE_OPTIONS.every((key) => before.text(key) === settings.text(key))
  latest = isSame ? before : settings
  known.set(settings, latest)
  return latest
}

const BY_MODEL = ['ModelRatio', 'CompletionRatio', 'CacheReadRatio', 'CacheWriteRatio'] as const

/** What each of the options says, by the model of which it says it. */
const saidOfModels = (settings: PriceSettings): readonly ReadonlyMap<string, unknown>[] => [
  ...BY_MODEL.map((option) => new Map<string, unknown>(Object.entries(settings.ratios(option)))),
  settings.sheets(),
  ...[...settings.groupSheets()].map(([group, sheets]) => new Map([...sheets].map(([model, sheet]) => [model, [group, sheet]]))),
]

/** The models of which two pictures of the prices say something else; all of them where it cannot be told. */
export const modelsPricedAnew = (before: PriceSettings, after: PriceSettings): ReadonlySet<string> | 'all' => {
  const isSame = (key: PriceOption): boolean => before.text(key) === after.text(key)
  const areGroupsSame = [...before.groupSheets().keys()].join('\n') === [...after.groupSheets().keys()].join('\n')
  if (!isSame('UnpricedModelPolicy') || !isSame('GroupRatio') || !areGroupsSame) return 'all'
  const said = saidOfModels(before)
  const changed = saidOfModels(after).flatMap((now, at) => {
    const then = said[at] ?? new Map<string, unknown>()
    const models = [...new Set([...then.keys(), ...now.keys()])]
    return models.filter((model) => JSON.stringify(then.get(model)) !== JSON.stringify(now.get(model)))
  })
  const aliasesOf = (model: string): readonly string[] =>
    [before.sheets().get(model), after.sheets().get(model), catalog.get(model)].flatMap((sheet) => sheet?.aliases ?? [])
  return new Set(changed.flatMap((model) => [model, ...aliasesOf(model)]))
}

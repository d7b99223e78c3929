import { counted } from '@weir/contract/values/counted'
import { openCalendar } from '@weir/ledger/period'
import type { Store } from '@weir/store/open-store'
import { CommandError, readGivenText, recordCommand, withStore, type Shown } from './commands.ts'
import type { Config } from './config.ts'
import { readPriceList } from './prices/price-lists.ts'
import { pricesNow, pricesOfSheets, runReprice, type PriceFor, type RepriceSummary } from './prices/reprice.ts'
import { openSettings } from './settings/live-settings.ts'
import type { Settings } from './settings/settings.ts'

export interface RepriceArguments {
  readonly since: string | undefined
  readonly until: string | undefined
  readonly models: readonly string[]
  /** A file; undefined: the prices in force. */
  readonly prices: string | undefined
  /** Without it nothing is booked. */
  readonly isApplied: boolean
}

/** The 31st of November is read as the first of December otherwise. */
const isDate = ({ year, month, day }: { readonly year: number; readonly month: number; readonly day: number }): boolean =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day

/** Epoch seconds. */
export const momentOf = (text: string, settings: Settings): number => {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})(?:$|(T.+(?:Z|[+-]\d{2}:\d{2}))$)/.exec(text) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  const ms = Date.parse(text)
  if (Number.isNaN(ms) || !isDate(date))
    throw new CommandError(`${text} is no day such as 2026-11-30 and no moment such as 2026-11-30T08:00:00+08:00`)
  return time === undefined ? openCalendar(settings.text('TimeZone')).startOfDay(date) : Math.floor(ms / 1000)
}

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()

const pricesIn = async (file: string): Promise<PriceFor> => {
  const text = await readGivenText(file)
  const list = readPriceList(text)
  if ('kind' in list) throw new CommandError(`${file} is no price list: see docs/prices.md for the two forms that are read`)
  const [problem] = list.problems
  if (problem !== undefined) throw new CommandError(`${file}: ${problem.name}: ${problem.reason}`)
  return pricesOfSheets(list.sheets)
}

const stay = (count: number): string => (count === 1 ? 'stays as it is' : 'stay as they are')

const describeReprice = (summary: RepriceSummary, isApplied: boolean): string => {
  const { credited, debited, users, unreadable, deleted, unlogged } = summary
  const notes = [
    ...(unreadable > 0
      ? [`${counted(unreadable, 'row keeps', 'rows keep')} no figures that another price could be applied to, and ${stay(unreadable)}`]
      : []),
    ...(deleted > 0 ? [`${counted(deleted, 'row belongs', 'rows belong')} to deleted accounts, and ${stay(deleted)}`] : []),
    ...(unlogged > 0
      ? [
          `${counted(unlogged, 'charge')} of that time, of whatever model, ${unlogged === 1 ? 'has' : 'have'} no row in the log, and ${stay(unlogged)}`,
        ]
      : []),
  ]
  const isSame = credited + debited === 0
  return [
    ...summary.models.map(
      ({ model, rows, changed, charged, cost }) =>
        `${model}: ${counted(rows, 'row')}, ${counted(changed, 'of them changes', 'of them change')}; charged ${charged}, would cost ${cost}`,
    ),
    ...notes,
    `${isApplied ? 'booked' : 'would book'}: ${credited} units back and ${debited} units in addition, for ${counted(users, 'user')}`,
    ...(isApplied || isSame ? [] : ['nothing was booked: add --apply to book this']),
  ].join('\n')
}

const spanOf = ({ since, until }: { readonly since: string; readonly until: string | undefined }, settings: Settings) => {
  const start = momentOf(since, settings)
  const end = until === undefined ? Math.floor(Date.now() / 1000) : momentOf(until, settings)
  if (end <= start) throw new CommandError(`--until ${until ?? 'now'} does not lie after --since ${since}`)
  return { start, end }
}

const pricesFor = async ({ models, prices }: RepriceArguments, settings: Settings): Promise<PriceFor> => {
  const priceFor = prices === undefined ? pricesNow(settings) : await pricesIn(prices)
  const unpriced = models.filter((model) => priceFor(model) === undefined)
  if (unpriced.length > 0)
    throw new CommandError(`${unpriced.join(', ')} has no price ${prices === undefined ? 'now' : `in ${prices}`}: nothing was computed`)
  return priceFor
}

const repriceIn = async (store: Store, args: RepriceArguments & { readonly since: string }): Promise<Shown> => {
  const settings = (await openSettings(store.options, Date.now)).current()
  const { models, isApplied } = args
  const span = spanOf(args, settings)
  const priceFor = await pricesFor(args, settings)
  // Before the first line is booked: what a crash leaves half done is finished by the same command, and the trail says who began.
  if (isApplied) await recordCommand(store, 'ledger.reprice', `${models.join(', ')}, ${toIso(span.start)} to ${toIso(span.end)}`)
  const summary = await runReprice({ corrections: store.corrections, query: { ...span, models }, priceFor, isApplied })
  return { json: { applied: isApplied, ...span, ...summary }, text: describeReprice(summary, isApplied) }
}

export const repriceLedger = async (config: Config, args: RepriceArguments): Promise<Shown> => {
  const { since } = args
  if (since === undefined) throw new CommandError('name the beginning with --since, such as --since 2026-11-30')
  if (args.models.length === 0) throw new CommandError('name a model with --model')
  return await withStore(config, (store) => repriceIn(store, { ...args, since, models: [...new Set(args.models)] }))
}

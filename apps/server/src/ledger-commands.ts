import { counted } from '@weir/contract/values/counted'
import { parseArgs } from 'node:util'
import { openCalendar } from '@weir/ledger/period'
import type { Store } from '@weir/store/open-store'
import { CommandError, recordCommand, resetCounters, verifyLedger, readGivenText, withStore } from './commands.ts'
import type { Config } from './config.ts'
import { reconcile } from './reconcile-command.ts'
import { readPriceList } from './prices/price-lists.ts'
import { pricesNow, pricesOfSheets, runReprice, type PriceFor, type RepriceSummary } from './prices/reprice.ts'
import { openSettings } from './settings/live-settings.ts'
import type { Settings } from './settings/settings.ts'

const USAGE = 'usage: weir ledger verify, weir ledger reset, weir ledger reprice, or weir ledger reconcile <file>'
const REPRICE_USAGE =
  'usage: weir ledger reprice --since <day> --model <name> [--until <day>] [--prices <file>] [--apply]\n' +
  '  a day is 2026-11-30 in the time zone of the option TimeZone, or a moment such as 2026-11-30T08:00:00+08:00;\n' +
  '  --model may be repeated; without --prices the prices in force now count; without --apply nothing is booked'

interface RepriceArguments {
  readonly since: string
  readonly until: string | undefined
  readonly models: readonly string[]
  readonly prices: string | undefined
  readonly isApplied: boolean
}

const OPTIONS = {
  since: { type: 'string' },
  until: { type: 'string' },
  model: { type: 'string', multiple: true },
  prices: { type: 'string' },
  apply: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const

const wrongUse = (problem: string): CommandError => new CommandError(`${problem}\n${REPRICE_USAGE}`)

const valuesIn = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error))
  }
}

const readArguments = (args: readonly string[]): RepriceArguments => {
  const { since, until, model = [], prices, apply: isApplied = false, 'dry-run': isDry = false } = valuesIn(args)
  if (since === undefined) throw wrongUse('name the beginning with --since')
  if (model.length === 0) throw wrongUse('name a model with --model')
  if (isApplied && isDry) throw wrongUse('--apply and --dry-run exclude each other')
  return { since, until, models: [...new Set(model)], prices, isApplied }
}

/** Epoch seconds. */
export const momentOf = (text: string, settings: Settings): number => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const ms = Date.parse(text)
  if (Number.isNaN(ms) || (day === undefined && !/(Z|[+-]\d{2}:\d{2})$/.test(text)))
    throw new CommandError(`${text} is no day such as 2026-11-30 and no moment such as 2026-11-30T08:00:00+08:00`)
  if (day === undefined) return Math.floor(ms / 1000)
  return openCalendar(settings.text('TimeZone')).startOfDay({ year: Number(year), month: Number(month), day: Number(day) })
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

const repriceIn = async (store: Store, args: RepriceArguments): Promise<string> => {
  const settings = (await openSettings(store.options, Date.now)).current()
  const [start, end] = [
    momentOf(args.since, settings),
    args.until === undefined ? Math.floor(Date.now() / 1000) : momentOf(args.until, settings),
  ]
  if (end <= start) throw new CommandError(`--until ${args.until ?? 'now'} does not lie after --since ${args.since}`)
  const priceFor = args.prices === undefined ? pricesNow(settings) : await pricesIn(args.prices)
  const unpriced = args.models.filter((model) => priceFor(model) === undefined)
  if (unpriced.length > 0)
    throw new CommandError(
      `${unpriced.join(', ')} has no price ${args.prices === undefined ? 'now' : `in ${args.prices}`}: nothing was computed`,
    )
  const { models, isApplied } = args
  // Before the first line is booked: what a crash leaves half done is finished by the same command, and the trail says who began.
  if (isApplied) await recordCommand(store, 'ledger.reprice', `${models.join(', ')}, ${toIso(start)} to ${toIso(end)}`)
  const summary = await runReprice({ corrections: store.corrections, query: { start, end, models }, priceFor, isApplied })
  return describeReprice(summary, isApplied)
}

export const runLedger = async (config: Config, [verb, ...args]: readonly string[]): Promise<string> => {
  switch (verb) {
    case 'verify':
      return await verifyLedger(config)
    case 'reset':
      return await resetCounters(config)
    case 'reprice': {
      const parsed = readArguments(args)
      return await withStore(config, (store) => repriceIn(store, parsed))
    }
    case 'reconcile':
      return await reconcile(config, args)
    default:
      throw new CommandError(USAGE)
  }
}

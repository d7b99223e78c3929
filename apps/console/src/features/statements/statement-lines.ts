import type { StatementObject } from '@weir/contract/ledger/statement'
import { formatQuotaSum, type QuotaDisplay } from '@weir/contract/values/format'
import type { CsvValue } from '../../shared/browser/csv.ts'
import type { PlainKey, Translate } from '../../shared/i18n/translate.ts'

const KINDS = ['grant', 'redeem', 'top-up', 'adjust', 'invite', 'forfeit'] as const

export const kindText = (kind: string, t: Translate): string => {
  const known = KINDS.find((name) => name === kind)
  return known === undefined ? kind : t(`statement.kind.${known}`)
}

/** What the program itself writes down beside a line says no more than its kind does. */
const OWN_NOTES = new Set(['registration', 'first credit', 'set by an administrator', 'the account was deleted', 'use beyond 2^53 reset'])

export const reasonText = (reason: string): string => (OWN_NOTES.has(reason) ? '' : reason)

/** Exact: a statement is added up by those who read it. */
export const amountText = (units: number, display: QuotaDisplay): string =>
  display.inCurrency ? formatQuotaSum(units, display) : units.toLocaleString('en-US')

/** By the clocks that the month is counted by, not by those of the reader: `2026-11-01 08:00:00`. */
export const timeIn = (zone: string, seconds: number): string => new Date(seconds * 1000).toLocaleString('sv-SE', { timeZone: zone })

/** The first and the last day, both of which belong to the month. */
export const daysOf = ({ start, end, time_zone: zone }: StatementObject): { readonly start: string; readonly end: string } => ({
  start: timeIn(zone, start).slice(0, 10),
  end: timeIn(zone, end - 1).slice(0, 10),
})

export interface SummaryLine {
  readonly label: PlainKey
  readonly amount: number
}

/** From the opening to the closing balance, by signed amounts. */
export const summaryLines = (statement: StatementObject): readonly SummaryLine[] => [
  { label: 'statement.opening', amount: statement.opening },
  { label: 'statement.credits', amount: statement.total_credits },
  { label: 'statement.charges', amount: 0 - statement.total_charges },
  { label: 'statement.corrections', amount: statement.total_corrections },
  { label: 'statement.closing', amount: statement.closing },
]

export const unlistedLabel = (units: number): PlainKey => (units > 0 ? 'statement.unlisted' : 'statement.onlyLogged')

const HEAD: readonly PlainKey[] = [
  'statement.summary',
  'statement.time',
  'statement.kind',
  'statement.reason',
  'statement.requests',
  'statement.prompt',
  'statement.completion',
  'statement.units',
  'statement.amount',
]

interface CsvLine {
  readonly section: PlainKey
  readonly time?: string
  readonly name?: string
  readonly reason?: string
  readonly counts?: readonly [requests: number, prompt: CsvValue, completion: CsvValue]
  readonly units: number
}

const csvLines = (statement: StatementObject, t: Translate): readonly CsvLine[] => {
  const { credits, more_credits: more, charges, unlisted_charges: unlisted, corrections, time_zone: zone } = statement
  const [opening, ...others] = summaryLines(statement)
  const closing = others.at(-1)
  const sum = (line: SummaryLine | undefined): readonly CsvLine[] => (line ? [{ section: line.label, units: line.amount }] : [])
  return [
    ...sum(opening),
    ...credits.map(({ time, kind, reason, amount }) => ({
      section: 'statement.credits' as const,
      time: timeIn(zone, time),
      name: kindText(kind, t),
      reason: reasonText(reason),
      units: amount,
    })),
    ...(more.count > 0
      ? [{ section: 'statement.credits' as const, name: t('statement.moreCredits', { count: more.count }), units: more.amount }]
      : []),
    ...charges.map(({ model, requests, prompt_tokens: prompt, completion_tokens: completion, amount }) => ({
      section: 'statement.charges' as const,
      name: model,
      counts: [requests, prompt, completion] as const,
      units: 0 - amount,
    })),
    ...(unlisted === 0 ? [] : [{ section: 'statement.charges' as const, name: t(unlistedLabel(unlisted)), units: 0 - unlisted }]),
    ...corrections.map(({ model, requests, amount }) => ({
      section: 'statement.corrections' as const,
      name: model,
      counts: [requests, '', ''] as const,
      units: amount,
    })),
    ...sum(closing),
  ]
}

/** One line each, signed, in units and in dollars: the first line and those between add up to the last. */
export const statementCsvRows = (
  statement: StatementObject,
  { quotaPerUnit }: QuotaDisplay,
  t: Translate,
): readonly (readonly CsvValue[])[] => [
  HEAD.map((key) => t(key)),
  ...csvLines(statement, t).map(({ section, time = '', name = '', reason = '', counts = [], units }): readonly CsvValue[] => {
    const [requests = '', prompt = '', completion = ''] = counts
    return [t(section), time, name, reason, requests, prompt, completion, units, quotaPerUnit > 0 ? units / quotaPerUnit : '']
  }),
]

/** The running month and those before it, newest first. */
export const recentMonths = (now: Date, count: number): readonly string[] =>
  Array.from({ length: count }, (_, back) => new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1)).toISOString().slice(0, 7))

import { LOG_QUOTA_DECIMALS, type QuotaDisplay } from '@weir/contract/values/format'
import type { LogObject } from '@weir/contract/log'
import type { CsvValue } from '../../shared/browser/csv.ts'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import { outcomeBadges } from './outcome.ts'
import { logTypeBadge } from './log-type-badge.ts'

type TextOf = (key: Extract<MessageKey, `log.${string}`>) => string

interface Field {
  readonly title: Extract<MessageKey, `log.${string}`>
  readonly value: (row: LogObject, options: CsvOptions) => CsvValue
  readonly isForAdmins?: boolean
}

export interface CsvOptions {
  readonly text: TextOf
  readonly display: QuotaDisplay
  readonly isAdmin: boolean
}

const moneyOf = (quota: number, { quotaPerUnit }: QuotaDisplay) =>
  quotaPerUnit > 0 ? Number((quota / quotaPerUnit).toFixed(LOG_QUOTA_DECIMALS)) : ''

const fields: readonly Field[] = [
  { title: 'log.time', value: (row) => new Date(row.created_at * 1000).toISOString() },
  { title: 'log.channel', value: (row) => row.channel || '', isForAdmins: true },
  { title: 'log.user', value: (row) => row.username, isForAdmins: true },
  { title: 'log.token', value: (row) => row.token_name },
  { title: 'log.type', value: (row, { text }) => text(logTypeBadge(row.type).label) },
  { title: 'log.model', value: (row) => row.model_name },
  { title: 'log.prompt', value: (row) => row.prompt_tokens },
  { title: 'log.completion', value: (row) => row.completion_tokens },
  { title: 'log.quota', value: (row) => row.quota },
  { title: 'log.money', value: (row, { display }) => moneyOf(row.quota, display) },
  { title: 'log.elapsedMs', value: (row) => row.elapsed_time },
  { title: 'log.requestId', value: (row) => row.request_id },
  { title: 'log.detail', value: (row) => row.content },
  { title: 'log.firstByteMs', value: (row) => row.first_byte_time ?? '' },
  { title: 'log.outcome', value: (row, { text }) => (row.outcome === '' ? '' : text(outcomeBadges[row.outcome].label)) },
  { title: 'log.reason', value: (row) => row.fault || (row.cut_by ?? '') },
  { title: 'log.attempts', value: (row) => row.attempts || '' },
  { title: 'log.address', value: (row) => row.address ?? '' },
  { title: 'log.channelName', value: (row) => row.channel_name ?? '', isForAdmins: true },
]

/** The head and one line per row: exact times and raw units, for those who count on. */
export const logCsvRows = (rows: readonly LogObject[], options: CsvOptions): readonly (readonly CsvValue[])[] => {
  const shown = fields.filter(({ isForAdmins = false }) => options.isAdmin || !isForAdmins)
  return [shown.map(({ title }) => options.text(title)), ...rows.map((row) => shown.map(({ value }) => value(row, options)))]
}

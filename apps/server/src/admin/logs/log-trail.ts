import type { AdminLogObject, CutCause, LogAttempt, LogEntry, LogObject } from '@weir/contract/log'
import { endingOf } from '@weir/contract/log-fault'
import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { DetailedLog } from '@weir/store/repositories/logs/logs'
import { logCharge } from './log-charge.ts'

/** Names of channels by their ids, for those who may know them. */
export type ChannelNames = ReadonlyMap<number, string> | undefined

const countAt = (from: JsonObject | undefined, name: string): number | undefined => {
  const value = from?.[name]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

const CUT_CAUSES: readonly CutCause[] = ['caller', 'upstream', 'too-slow', 'stopping']

const present = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }

const asObject = (row: DetailedLog, detail: JsonObject | undefined, names: ChannelNames): LogObject => {
  const { detail: _, attempts, cost: _cost, group: _group, ...rest } = row
  const optional = present({
    charge: logCharge(row.detail),
    substitute_for: textAt(detail, 'substituteFor'),
    mapped_from: textAt(detail, 'mappedFrom'),
    cut_by: CUT_CAUSES.find((known) => known === textAt(detail, 'cutBy')),
    first_byte_time: countAt(detail, 'firstByteMs'),
    address: textAt(detail, 'address') || undefined,
    channel_name: names?.get(row.channel),
  })
  return { ...rest, ...endingOf(row), attempts: attempts ?? arrayAt(detail, 'attempts').length, ...optional }
}

const detailOf = ({ detail }: DetailedLog): JsonObject | undefined => {
  const read = parseJson(detail)
  return isObject(read) ? read : undefined
}

/** What only administrators are told of a row. */
const forAdmins = ({ cost, group }: DetailedLog): Pick<AdminLogObject, 'cost' | 'group'> => ({ cost, group })

export const toAdminLogObject = (row: DetailedLog, names: ChannelNames): AdminLogObject => ({
  ...toLogObject(row, names),
  ...forAdmins(row),
})

export const toLogObject = (row: DetailedLog, names: ChannelNames): LogObject => asObject(row, detailOf(row), names)

const attemptsIn = (detail: JsonObject | undefined): readonly JsonObject[] => arrayAt(detail, 'attempts').filter(isObject)

/** A caller was told upstream's words where the mistake was the caller's own, and otherwise only what kind of fault it was. */
const toAttempt = (attempt: JsonObject, names: ChannelNames): LogAttempt => {
  const fault = textAt(attempt, 'fault') ?? 'none'
  const channel = countAt(attempt, 'channel')
  const isTold = names !== undefined || fault === 'bad-request'
  const said = (names === undefined ? textAt(attempt, 'told') : undefined) ?? textAt(attempt, 'said')
  const told = isTold ? present({ status: countAt(attempt, 'status'), said }) : {}
  const place = names === undefined ? {} : present({ channel, channel_name: names.get(channel ?? 0), wire: textAt(attempt, 'wire') })
  return { fault, time: countAt(attempt, 'ms') ?? 0, ...told, ...place }
}

/** The channels that a row names. */
export const channelsOf = (row: DetailedLog): readonly number[] => [
  row.channel,
  ...attemptsIn(detailOf(row)).flatMap((attempt) => countAt(attempt, 'channel') ?? []),
]

const refusalIn = (detail: JsonObject | undefined): LogEntry['refusal'] => {
  const text = objectAt(detail, 'text')
  const [zh, en] = [textAt(text, 'zh'), textAt(text, 'en')]
  return zh === undefined || en === undefined ? undefined : { zh, en }
}

/** `names` are given to administrators alone. */
export const toLogEntry = (row: DetailedLog, names: ChannelNames): Omit<LogEntry, 'has_bodies'> => {
  const detail = detailOf(row)
  return {
    ...asObject(row, detail, names),
    ...(names !== undefined && forAdmins(row)),
    trail: attemptsIn(detail).map((attempt) => toAttempt(attempt, names)),
    dropped: arrayAt(detail, 'dropped').filter((field) => typeof field === 'string'),
    wire: textAt(detail, 'wire') ?? '',
    ...present({ queue_time: countAt(detail, 'queueMs'), refusal: refusalIn(detail), omitted: countAt(detail, 'omitted') }),
  }
}

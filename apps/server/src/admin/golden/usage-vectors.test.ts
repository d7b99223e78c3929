import { expect, it } from 'bun:test'
import { listPrice } from '@weir/contract/catalog/entry'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { geminiWire } from '@weir/dialects/gemini/caller/caller-wire'
import type { JsonObject } from '@weir/dialects/json'
import type { Usage } from '@weir/dialects/model/usage'
import { inspectReply } from '@weir/dialects/openai-chat/inspect-reply'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import { parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { usageOfTaskReply } from '@weir/dialects/openai-tasks/task-usage'
import { costOf } from '@weir/ledger/price'
import { chargeDetail, recompute } from '@weir/relay/charging/charge-detail'
import { listRatios } from '../../relay/list-ratios.ts'
import { logCharge } from '../logs/log-charge.ts'
import vectors from './usage-vectors.json'

interface Case {
  readonly name: string
  readonly wire: string
  readonly sheet: string
  readonly group?: number
  readonly call?: JsonObject
  readonly reply: JsonObject
  readonly row: Readonly<Record<string, number>>
  readonly units: number
}

const cases = vectors.cases as unknown as readonly Case[]
const sheets = vectors.sheets as Readonly<Record<string, unknown>>

/** Known before upstream answers, where the price is by the piece. */
const usageOfCall = (task: 'images/generations' | 'audio/speech', call: JsonObject): Usage | undefined => {
  const parsed = parseJsonTask(task, JSON.stringify(call))
  return parsed.ok ? parsed.value.fixedUsage : undefined
}

const usageOf = ({ wire, reply, call = {} }: Case): Usage | undefined => {
  switch (wire) {
    case 'chat':
      return inspectReply(reply).usage
    case 'responses':
      return responsesWire.inspectReply(reply, { body: call }).usage
    case 'messages':
      return messagesWire.inspectReply(reply, { body: call }).usage
    case 'gemini':
      return geminiWire.inspectReply(reply, { body: call }).usage
    case 'task':
      return usageOfTaskReply(reply)
    case 'images/generations':
    case 'audio/speech':
      return usageOfCall(wire, call)
    default:
      throw new Error(`${wire} is no wire`)
  }
}

const rowOf = (detail: string): Readonly<Record<string, number>> => {
  const { parts = [], fees = [] } = logCharge(detail) ?? {}
  return Object.fromEntries([...parts, ...fees].map(({ kind, count }) => [kind, count]))
}

it.each(cases.map((vector) => [vector.wire, vector.name, vector] as const))('%s: %s', (_wire, _name, vector) => {
  const listed = listRatios(listPrice.parse(sheets[vector.sheet]))
  const usage = usageOf(vector)
  if (listed === undefined || usage === undefined) throw new Error('the vector has no price or no usage')
  const ratios = { ...listed, group: vector.group ?? 1 }
  expect(Number(costOf(usage, ratios))).toBe(vector.units)
  const detail = JSON.stringify(chargeDetail({ ratios, version: 'v', isListed: true }, ratios, usage))
  expect([Number(recompute({ detail })), rowOf(detail)]).toEqual([vector.units, vector.row])
})

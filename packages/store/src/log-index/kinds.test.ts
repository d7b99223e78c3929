import { expect, it } from 'bun:test'
import { ALL_KINDS, KINDS, SLOT_KINDS, kindFor, type Match, type RollupKind } from './kinds.ts'

it('keeps the codes that stand in the database, with what their rows are told apart by', () => {
  expect(KINDS).toEqual({
    models: { code: 1, table: 'log_sums', grains: [86_400, 3600], parts: ['model_name'] },
    latencies: { code: 2, table: 'log_sums', grains: [86_400, 3600], parts: ['channel_id', 'bucket'] },
    userModels: { code: 3, table: 'log_sums', grains: [86_400], subjectId: 'user_id', parts: ['model_name'] },
    userLatencies: { code: 4, table: 'log_sums', grains: [86_400], subjectId: 'user_id', parts: ['bucket'] },
    tokens: { code: 5, table: 'log_sums', grains: [86_400], subject: 'token_name', parts: [] },
    usernames: { code: 6, table: 'log_sums', grains: [86_400], subject: 'username', parts: [] },
    outcomes: { code: 12, table: 'log_sums', grains: [86_400, 3600], subject: 'outcome', parts: [] },
    attempts: { code: 13, table: 'log_sums', grains: [86_400, 3600], subjectId: 'attempts', parts: [] },
    faults: { code: 14, table: 'log_sums', grains: [86_400, 3600], subject: 'fault', parts: [] },
    channelModels: { code: 15, table: 'log_sums', grains: [86_400], subjectId: 'channel_id', parts: ['model_name'] },
  })
  const shared = { table: 'log_slot_sums', grains: [86_400, 3600] } as const
  expect<Record<string, RollupKind>>(SLOT_KINDS).toEqual({
    groups: { code: 8, ...shared, subject: 'group_name', parts: [] },
    spenders: { code: 9, ...shared, subjectId: 'user_id', subject: 'username', parts: ['token_name'] },
    modelSlots: { code: 10, ...shared, subject: 'model_name', parts: [] },
    channelSlots: { code: 11, ...shared, subjectId: 'channel_id', parts: [] },
  })
  expect(ALL_KINDS.map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 12, 13, 14, 15, 8, 9, 10, 11])
})

it.each<readonly [Match, number | undefined]>([
  [{}, 1],
  [{ model_name: 'm' }, 1],
  [{ channel_id: 1 }, 11],
  [{ token_name: 't' }, 5],
  [{ username: 'u' }, 6],
  [{ group_name: 'g' }, 8],
  [{ outcome: 'failed' }, 12],
  [{ attempts: 2 }, 13],
  [{ fault: 'overloaded' }, 14],
  [{ fault: 'overloaded', outcome: 'failed' }, undefined],
  [{ attempts: 2, outcome: 'failed' }, undefined],
  [{ group_name: 'g', username: 'u' }, undefined],
  [{ user_id: 1 }, 3],
  [{ user_id: 1, model_name: 'm' }, 3],
  [{ model_name: 'm', user_id: 1 }, 3],
  [{ channel_id: 1, model_name: 'm' }, 15],
  [{ model_name: 'm', channel_id: 1 }, 15],
  [{ channel_id: 1, model_name: 'm', outcome: 'failed' }, undefined],
  [{ user_id: 1, channel_id: 1 }, undefined],
  [{ username: 'u', model_name: 'm' }, undefined],
])('answers for %j by the kind %p', (match, code) => {
  expect(kindFor(match)?.code).toBe(code as never)
})

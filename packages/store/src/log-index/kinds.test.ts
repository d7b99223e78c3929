import { expect, it } from 'bun:test'
import { ALL_KINDS, KINDS, kindFor, type Match } from './kinds.ts'

it('keeps the codes that stand in the database, with what their rows are told apart by', () => {
  expect(KINDS).toEqual({
    models: { code: 1, grains: [86_400, 3600], parts: ['model_name'] },
    latencies: { code: 2, grains: [86_400, 3600], parts: ['channel_id', 'bucket'] },
    userModels: { code: 3, grains: [86_400], subjectId: 'user_id', parts: ['model_name'] },
    userLatencies: { code: 4, grains: [86_400], subjectId: 'user_id', parts: ['bucket'] },
    tokens: { code: 5, grains: [86_400], subject: 'token_name', parts: [] },
    usernames: { code: 6, grains: [86_400], subject: 'username', parts: [] },
    channels: { code: 7, grains: [86_400], subjectId: 'channel_id', parts: [] },
  })
  expect(ALL_KINDS.map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

it.each<readonly [Match, number | undefined]>([
  [{}, 1],
  [{ model_name: 'm' }, 1],
  [{ channel_id: 1 }, 7],
  [{ token_name: 't' }, 5],
  [{ username: 'u' }, 6],
  [{ user_id: 1 }, 3],
  [{ user_id: 1, model_name: 'm' }, 3],
  [{ model_name: 'm', user_id: 1 }, 3],
  [{ user_id: 1, channel_id: 1 }, undefined],
  [{ username: 'u', model_name: 'm' }, undefined],
])('answers for %j by the kind %p', (match, code) => {
  expect(kindFor(match)?.code).toBe(code as never)
})

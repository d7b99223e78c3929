import { expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import type { KeptAnswers } from '@weir/dialects/model/caller-wire'
import { answerNotFound, renameAnswers } from './answer-names.ts'

const idsIn = (json: JsonObject): readonly string[] => Object.values(json).map(String)

it('names each id once and keeps its name', () => {
  let count = 0
  const rename = renameAnswers({
    kept: { idsIn } as unknown as KeptAnswers,
    known: new Map([['a', 'own-a']]),
    nameOf: (id) => `${id}-${++count}`,
  })
  const told = (json: JsonObject) => rename(JSON.stringify(json), json)
  expect(told({ id: 'a', other: 'b' })).toBe('{"id":"own-a","other":"b-1"}')
  expect(told({ id: 'b', other: 'c' })).toBe('{"id":"b-1","other":"c-2"}')
  // What stands in the words of an answer is no id.
  expect(rename('{"id":"b","text":"say \\"b\\" $&"}', { id: 'b' })).toBe('{"id":"b-1","text":"say \\"b\\" $&"}')
})

it('tells 300 letters of an id that is not found', () => {
  const refusal = answerNotFound('x'.repeat(301), 'previous_response_id')
  expect([refusal.kind, refusal.options.param]).toEqual(['response-not-found', 'previous_response_id'])
  expect(refusal.text('en')).toContain('x'.repeat(300))
  expect(refusal.text('en')).not.toContain('x'.repeat(301))
  expect(answerNotFound('y').options.param).toBeUndefined()
})

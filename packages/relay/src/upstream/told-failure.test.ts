import { expect, it } from 'bun:test'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { failedAnswer, failedOrEmpty, judgedChatWire, toldFailure } from './told-failure.ts'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'

const judge = {
  classify: (status: number, body: string): UpstreamFault => (status === 200 && body.includes('blocked') ? 'bad-request' : 'broken'),
  refusalCode: (status: number, body: string) => (status === 200 && body.includes('blocked') ? ('content_filter' as const) : undefined),
}
const blocked = { code: 'blocked', message: 'no' }

it('an error in place of an answer keeps what it is about, and its body', () => {
  const body = JSON.stringify({ error: blocked })
  expect(failedAnswer(judge, body)).toMatchObject({ fault: 'bad-request', code: 'content_filter', body })
  expect(failedAnswer({ classify: judge.classify }, body).code).toBeUndefined()
})

it('an answer of none is an error where its code says so', () => {
  expect(failedOrEmpty(judge, '{"choices":[]}', true)).toMatchObject({ fault: 'broken', isEmptyAnswer: true })
  expect(failedOrEmpty(judge, '{"choices":[]}', false).isEmptyAnswer).toBeUndefined()
  expect(failedOrEmpty(judge, '{"choices":[],"code":"blocked"}', true)).toEqual(failedAnswer(judge, '{"choices":[],"code":"blocked"}'))
})

it('an error among events keeps what it is about, and its words', () => {
  expect(toldFailure(judge, blocked)).toEqual({ fault: 'bad-request', message: 'no', code: 'content_filter' })
  expect(toldFailure(judge, { code: 'x' })).toEqual({ fault: 'broken', message: '' })
})

it('a chat that is translated keeps it as well, whole and streamed', () => {
  const parsed = parseChatCall('{"model":"m","messages":[{"role":"user","content":"hi"}]}')
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const wire = judgedChatWire({ kind: 'same' }, judge)
  const failure = { fault: 'bad-request', message: 'no', code: 'content_filter' } as const
  expect(wire.decode(JSON.stringify({ error: blocked }), parsed.call)).toEqual({ ok: false, failure })
  const frame = new TextEncoder().encode(`data: ${JSON.stringify({ error: blocked })}\n\n`)
  expect(wire.openStream({ ...parsed.call, isStream: true }).push(frame)).toEqual([{ kind: 'failed', failure }])
})

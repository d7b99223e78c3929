import { expect, it } from 'bun:test'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { openConverseStream, openInvokeFrames, openInvokeStream } from './stream.ts'

const call = (() => {
  const parsed = parseChatCall('{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}')
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
})()

const corrupt = new Uint8Array(64).fill(255)

it('bytes that are no messages are a fault of upstream, told once', () => {
  for (const stream of [openConverseStream(call), openInvokeStream(call)]) {
    expect(stream.push(corrupt)).toMatchObject([{ kind: 'failed', failure: { fault: 'broken' } }])
    expect(stream.push(corrupt)).toEqual([])
  }
  expect(new TextDecoder().decode(openInvokeFrames()(corrupt))).toContain('"type":"api_error"')
})

it('a bug of ours is none of upstream', () => {
  const nothing: unknown = undefined
  for (const push of [openConverseStream(call).push, openInvokeStream(call).push, openInvokeFrames()])
    expect(() => push(nothing as Uint8Array)).toThrow(TypeError)
})

import { expect, it } from 'bun:test'
import { chatReply, openHarness, sse } from './testing/harness.ts'

const frame = (content: string) => sse({ choices: [{ delta: { content } }] })
const finish = sse({ choices: [{ delta: {}, finish_reason: 'stop' }] })
const usage = sse({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 4 } })
const DONE = 'data: [DONE]\n\n'

it('a stream has its place until it is read to the end', async () => {
  const test = openHarness({ replies: [{ chunks: [frame('a'), finish, usage, DONE] }] })
  const reply = await test.call({ model: 'm', stream: true })
  expect(test.ports.load.openStreams).toBe(1)
  await new Response(reply.body as ReadableStream<Uint8Array>).text()
  expect(test.ports.load.openStreams).toBe(0)
  expect(test.events.at(-1)).toBe('settle:18')
})

it('a stream has no place any more when its caller leaves', async () => {
  const test = openHarness({ replies: [{ chunks: [frame('a')], isOpenEnded: true }] })
  const { body } = await test.call({ model: 'm', stream: true })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  expect(test.ports.load.openStreams).toBe(1)
  await reader.cancel()
  expect(test.ports.load.openStreams).toBe(0)
})

it('a stream has no place any more when its settlement fails', async () => {
  const test = openHarness({ replies: [{ chunks: [frame('a'), finish, usage, DONE] }], bugIn: 'settlement' })
  await test.readStream({ model: 'm', stream: true })
  expect([test.ports.load.openStreams, test.bugs.length]).toEqual([0, 1])
})

it('a stream that upstream never began has no place any more', async () => {
  const test = openHarness({ replies: [{ status: 500 }] })
  expect((await test.call({ model: 'm', stream: true })).status).toBe(502)
  expect(test.ports.load.openStreams).toBe(0)
})

it('a whole reply takes no place among the streams', async () => {
  const test = openHarness({ replies: [chatReply({ prompt_tokens: 10, completion_tokens: 4 })] })
  const call = test.call({ model: 'm' })
  await test.whenSent(1)
  expect(test.ports.load.openStreams).toBe(0)
  await call
})

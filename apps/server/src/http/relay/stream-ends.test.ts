import { afterAll, beforeAll, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'
import { whenGiven } from './stream-ends.ts'

let at: UpstreamHarness
beforeAll(async () => {
  at = await openUpstreamHarness()
})
afterAll(() => at.harness.close())

const ask = async (stream: boolean): Promise<Response> => {
  const { key } = await at.harness.token(at.user)
  const body = JSON.stringify({ model: 'gpt-4o-mini', stream, messages: [{ role: 'user', content: 'hello' }] })
  const headers = { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' }
  return await at.harness.handle(new Request('http://weir.test/v1/chat/completions', { method: 'POST', headers, body }), '127.0.0.1')
}

const frame = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`

it('a reply is given at once when it is whole, whatever it is called', async () => {
  const replies = [await ask(false), new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }), new Response('bytes')]
  let given = 0
  for (const reply of replies) whenGiven(reply, () => given++)
  expect(given).toBe(3)
})

it('a stream is given when it has ended, and not while it pauses', async () => {
  const upstream = new TransformStream<Uint8Array, Uint8Array>()
  const writer = upstream.writable.getWriter()
  at.reply = () => new Response(upstream.readable, { headers: { 'content-type': 'text/event-stream' } })
  void writer.write(Buffer.from(frame({ delta: { content: 'hi' } })))
  const reply = await ask(true)
  const order: string[] = []
  whenGiven(reply, () => order.push('given'))
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  order.push('words')
  void writer.write(Buffer.from(`${frame({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`)).then(() => writer.close())
  for (let piece = await reader.read(); !piece.done; piece = await reader.read());
  expect(order).toEqual(['words', 'given'])
})

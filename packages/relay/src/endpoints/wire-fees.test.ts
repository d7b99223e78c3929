import { describe, expect, it } from 'bun:test'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import { wireRequest } from '../attempts/wire.ts'
import type { RelayReply } from '../reply.ts'
import { openHarness, sse } from '../testing/harness.ts'
import { plainAnswerIds } from '../testing/plain-answer-ids.ts'

const USAGE = { input_tokens: 10, output_tokens: 4, total_tokens: 14 }
const search = (id: string) => ({ id, type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } })
const whole = { id: 'resp_1', object: 'response', status: 'completed', output: [search('ws_1'), search('ws_2')], usage: USAGE }
const event = (type: string, payload: object = {}): string => `event: ${type}\n${sse({ type, ...payload })}`
const begun = event('response.created', { response: { id: 'resp_1', status: 'in_progress' } })
const found = event('response.output_item.done', { item: search('ws_1') })
const completed = event('response.completed', { response: { ...whole, output: [search('ws_1')] } })

const price = { ratios: { model: 1, group: 1, completion: 2, cacheRead: 1, cacheWrite: 1, fees: { webSearch: 5000 } } }
const tools = [{ type: 'web_search' }]
const textOf = async ({ body }: RelayReply): Promise<string> => await new Response(body as ReadableStream<Uint8Array>).text()

describe('a tool that upstream runs for a fee', () => {
  it('is offered where its fee is known, and each call is charged', async () => {
    const test = openHarness({ replies: [{ body: whole }], hasOwnWires: true, price })
    await textOf(await test.respond({ tools }))
    expect(test.sent[0]).toMatchObject({ tools })
    expect(test.events.at(-1)).toBe(`settle:${10 + 2 * 4 + 2 * 5000}`)
    expect(test.records[0]?.detail).toMatchObject({ usage: { calls: { webSearch: 2 } }, price: { fees: { webSearch: 5000 } } })
  })

  it('is held for before upstream is called, once by its kind', () => {
    const rawBody = JSON.stringify({ model: 'm', input: 'hi', tools: [...tools, ...tools, { type: 'code_interpreter' }] })
    const parsed = responsesWire.parseCall({ rawBody, headers: {} })
    if (!parsed.ok) throw new Error('the call is not valid')
    const origin = { userId: 5, answerIds: plainAnswerIds, modelLimits: () => undefined }
    const { estimate } = wireRequest(responsesWire, parsed.call, origin)
    expect(estimate.calls).toEqual({ webSearch: 1, groundedPrompt: 1, codeInterpreter: 1 })
  })

  it('is charged in a stream, and in one that breaks off after it ran', async () => {
    const test = openHarness({ replies: [{ chunks: [begun, found, completed] }], hasOwnWires: true, price })
    await textOf(await test.respond({ tools, stream: true }))
    expect(test.events.at(-1)).toBe(`settle:${10 + 2 * 4 + 5000}`)
    const cut = openHarness({ replies: [{ chunks: [begun, found] }], hasOwnWires: true, price })
    await textOf(await cut.respond({ tools, stream: true }))
    expect(cut.records[0]).toMatchObject({ outcome: 'cut', detail: { usage: { calls: { webSearch: 1 }, source: 'estimate' } } })
  })

  it('is charged where upstream counts no tokens', async () => {
    const output = Array.from({ length: 5 }, (_, at) => search(`ws_${at}`))
    const test = openHarness({ replies: [{ body: { ...whole, output, usage: null } }], hasOwnWires: true, price })
    await textOf(await test.respond({ tools }))
    expect(test.records[0]?.detail).toMatchObject({ usage: { calls: { webSearch: 5 }, source: 'estimate' } })
  })

  it('is refused by its place and name where it has no fee, without a call or a charge', async () => {
    const test = openHarness({ replies: [], hasOwnWires: true })
    const reply = await test.respond({ tools })
    const text = await textOf(reply)
    expect([reply.status, text.includes('tools[0]'), text.includes('web_search')]).toEqual([400, true, true])
    expect(test.events).toEqual(['hold', 'release'])
  })

  it('is left out and named where a client declares it by habit and it has no fee', async () => {
    const habit = [{ type: 'web_search', external_web_access: false }]
    const test = openHarness({ replies: [{ body: { ...whole, output: [] } }], hasOwnWires: true })
    const { headers } = await test.respond({ tools: habit })
    expect([test.sent[0], headers['x-weir-dropped']]).toEqual([{ model: 'm', input: 'hi' }, 'tools[0]'])
    const sold = openHarness({ replies: [{ body: { ...whole, output: [] } }], hasOwnWires: true, price })
    await sold.respond({ tools: habit })
    expect(sold.sent[0]).toMatchObject({ tools: habit })
  })
})

describe('a search that Anthropic runs', () => {
  const searches = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }]
  const usage = { input_tokens: 10, output_tokens: 4, server_tool_use: { web_search_requests: 2 } }
  const answer = { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn', usage }
  const begun = sse({ type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } })
  const block = { type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'web_search_result', url: 'https://a.example' }] }
  const found = sse({ type: 'content_block_start', index: 1, content_block: block })

  it('is charged by the search, and kept in the row', async () => {
    const test = openHarness({ replies: [{ body: answer }], hasOwnWires: true, price })
    await textOf(await test.message({ tools: searches }))
    expect(test.sent[0]).toMatchObject({ tools: searches })
    expect(test.events.at(-1)).toBe(`settle:${10 + 2 * 4 + 2 * 5000}`)
    expect(test.records[0]?.detail).toMatchObject({ usage: { calls: { webSearch: 2 } }, price: { fees: { webSearch: 5000 } } })
  })

  it('is charged in a stream that breaks off after it, although the figures came before', async () => {
    const test = openHarness({ replies: [{ chunks: [begun, found] }], hasOwnWires: true, price })
    await textOf(await test.message({ tools: searches, stream: true }))
    expect(test.records[0]).toMatchObject({ outcome: 'cut', detail: { usage: { calls: { webSearch: 1 } } } })
    expect(test.events.at(-1)).toBe(`settle:${10 + 2 * 1 + 5000}`)
  })

  it('is refused without a call or a charge where it has no fee', async () => {
    const test = openHarness({ replies: [], hasOwnWires: true })
    const reply = await test.message({ tools: searches })
    const text = await textOf(reply)
    expect([reply.status, text.includes('tools[0]'), text.includes('fees.webSearch')]).toEqual([400, true, true])
    expect(test.events).toEqual(['hold', 'release'])
  })
})

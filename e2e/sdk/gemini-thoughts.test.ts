import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import { createToken } from '@weir/contract/token'
import { GoogleGenAI, type Content } from '@google/genai'
import { ApiClient } from '../harness/api-client.ts'
import { Weir } from '../harness/weir.ts'
import { effectOf } from './effect.ts'

interface Asked {
  readonly messages?: readonly { readonly role: string; readonly content: unknown; readonly reasoning_content?: string }[]
  readonly contents?: readonly { readonly parts: readonly object[] }[]
  readonly thinking?: unknown
  readonly reasoning_effort?: unknown
  readonly generationConfig?: unknown
  readonly stream?: boolean
}

const frames = (events: readonly object[]): Response =>
  new Response(
    events.map((event) => `${'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`).join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  )

const THOUGHT = { type: 'thinking', thinking: 'I need the clock.', signature: 'c2lnbmVkIGJ5IGNsYXVkZQ==' }
const USE = { type: 'tool_use', id: 'toolu_1', name: 'clock', input: { zone: 'UTC' } }
const CLAUDE_USAGE = { input_tokens: 40, output_tokens: 30 }

/** Refuses a result whose thought does not come back as it was signed, as Anthropic does. */
const claude = (asked: Asked): Response => {
  const turns = asked.messages ?? []
  if (turns.length === 1) {
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' }
    if (asked.stream !== true) return Response.json({ ...message, content: [THOUGHT, USE], stop_reason: 'tool_use', usage: CLAUDE_USAGE })
    return frames([
      { type: 'message_start', message: { ...message, content: [], usage: { input_tokens: 40, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: THOUGHT.thinking } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: THOUGHT.signature } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { ...USE, input: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"zone":"UTC"}' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 30 } },
      { type: 'message_stop' },
    ])
  }
  expect(turns[1]?.content).toEqual([THOUGHT, USE])
  expect(turns[2]?.content).toEqual([{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'noon' }] }])
  const text = [{ type: 'text', text: 'It is noon.' }]
  return Response.json({ type: 'message', role: 'assistant', content: text, stop_reason: 'end_turn', usage: CLAUDE_USAGE })
}

const CALL = { id: 'call_1', type: 'function', function: { name: 'clock', arguments: '{"zone":"UTC"}' } }
const CHAT_USAGE = { prompt_tokens: 40, completion_tokens: 30, total_tokens: 70, completion_tokens_details: { reasoning_tokens: 20 } }

/** Wants the thought behind a call back with its result, as DeepSeek does. */
const deepseek = (asked: Asked): Response => {
  const turns = asked.messages ?? []
  if (turns.length === 1) {
    const message = { role: 'assistant', content: '', reasoning_content: THOUGHT.thinking, tool_calls: [CALL] }
    if (asked.stream !== true) return Response.json({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage: CHAT_USAGE })
    const delta = { ...message, tool_calls: [{ ...CALL, index: 0 }] }
    return frames([
      { choices: [{ index: 0, delta, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
      { choices: [], usage: CHAT_USAGE },
    ])
  }
  expect(turns[1]).toMatchObject({ role: 'assistant', reasoning_content: THOUGHT.thinking, tool_calls: [CALL] })
  expect(turns[2]).toMatchObject({ role: 'tool', tool_call_id: 'call_1', content: 'noon' })
  const message = { role: 'assistant', content: 'It is noon.' }
  return Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage: CHAT_USAGE })
}

const SIGNED_CALL = { functionCall: { id: 'g1', name: 'clock', args: { zone: 'UTC' } }, thoughtSignature: 'Z29vZ2xlIHNpZ25lZA==' }
const GEMINI_USAGE = { promptTokenCount: 40, candidatesTokenCount: 10, thoughtsTokenCount: 20, totalTokenCount: 70 }

const gemini = (asked: Asked, isStream: boolean): Response => {
  const turns = asked.contents ?? []
  const answer = (parts: readonly object[]) => ({
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: GEMINI_USAGE,
  })
  if (turns.length === 1) {
    const parts = [{ text: THOUGHT.thinking, thought: true }, SIGNED_CALL]
    return isStream ? frames([answer(parts)]) : Response.json(answer(parts))
  }
  expect(turns[1]?.parts).toEqual([{ text: THOUGHT.thinking, thought: true }, SIGNED_CALL])
  return Response.json(answer([{ text: 'It is noon.' }]))
}

const seen: Asked[] = []

const upstream = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const asked = (await request.json()) as Asked
    seen.push(asked)
    try {
      if (request.url.includes('/v1/messages')) return claude(asked)
      return request.url.includes('Content') ? gemini(asked, request.url.includes('stream')) : deepseek(asked)
    } catch (error) {
      return Response.json(
        { error: { code: 400, message: String(error), status: 'INVALID_ARGUMENT', type: 'invalid_request_error' } },
        { status: 400 },
      )
    }
  },
})

const CHANNELS = [
  ['Anthropic', 14, 'claude-sonnet-4-5'],
  ['DeepSeek', 36, 'deepseek-reasoner'],
  ['Gemini', 24, 'gemini-3-pro-preview'],
] as const

let weir: Weir
let root: ApiClient
let client: GoogleGenAI

beforeAll(async () => {
  weir = await Weir.start()
  root = await ApiClient.signIn(weir.url)
  for (const [name, type, models] of CHANNELS) {
    await root.call(createChannel, { body: { type, name, models, key: 'k', base_url: `http://127.0.0.1:${upstream.port}` } })
  }
  const token = await root.call(createToken, { body: { name: 'first', unlimited_quota: true } })
  client = new GoogleGenAI({ apiKey: `sk-${token.key}`, httpOptions: { baseUrl: weir.url } })
}, 180_000)

afterAll(async () => {
  await weir.close()
  await upstream.stop(true)
})

const tools = [
  { functionDeclarations: [{ name: 'clock', parametersJsonSchema: { type: 'object', properties: { zone: { type: 'string' } } } }] },
]
const configOf = (includeThoughts: boolean) => ({ tools, maxOutputTokens: 9000, thinkingConfig: { includeThoughts, thinkingBudget: 2000 } })

describe.each([...CHANNELS])('thoughts behind a call to %s', (name, _, model) => {
  it.each([
    [false, true],
    [true, true],
    [false, false],
    [true, false],
  ])('are counted apart and come back as they were, streamed: %p, shown: %p', async (isStream, isShown) => {
    const contents: Content[] = [{ role: 'user', parts: [{ text: 'What time is it?' }] }]
    const asked = { model, contents, config: configOf(isShown) }
    const first = await effectOf(root, async () =>
      isStream ? await Array.fromAsync(await client.models.generateContentStream(asked)) : [await client.models.generateContent(asked)],
    )
    const parts = first.value.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
    const thought = parts.filter((part) => part.thought === true).map((part) => part.text)
    const calls = parts.flatMap((part) => part.functionCall ?? [])
    expect([thought.join(''), calls.map((call) => [call.name, call.args])]).toEqual([
      isShown || name === 'Gemini' ? THOUGHT.thinking : '',
      [['clock', { zone: 'UTC' }]],
    ])
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, totalTokenCount } = first.value.at(-1)?.usageMetadata ?? {}
    const thoughts = name === 'Anthropic' ? undefined : 20
    expect([promptTokenCount, candidatesTokenCount, thoughtsTokenCount, totalTokenCount]).toEqual([40, 30 - (thoughts ?? 0), thoughts, 70])
    expect([first.log.prompt_tokens, first.log.completion_tokens, first.log.quota]).toEqual([40, 30, first.spent])
    contents.push({ role: 'model', parts })
    contents.push({ role: 'user', parts: [{ functionResponse: { id: calls[0]?.id ?? '', name: 'clock', response: { output: 'noon' } } }] })
    expect((await client.models.generateContent(asked)).text).toBe('It is noon.')
  })
})

describe('how much to think', () => {
  it('is said in the words of each upstream', async () => {
    seen.length = 0
    for (const [, , model] of CHANNELS) await client.models.generateContent({ model, contents: 'What time is it?', config: configOf(true) })
    expect(seen.map(({ thinking, reasoning_effort: effort }) => [thinking, effort])).toEqual([
      [{ type: 'enabled', budget_tokens: 2048 }, undefined],
      [{ type: 'enabled' }, 'high'],
      [undefined, undefined],
    ])
    expect(seen[2]?.generationConfig).toMatchObject({ thinkingConfig: { includeThoughts: true, thinkingBudget: 2000 } })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { eventually } from '../../tools/testing/eventually.ts'
import { weatherOf, weatherParameters } from '../sdk/conversation.ts'
import { settledSelf } from '../sdk/effect.ts'
import { ownLogs } from '../harness/stand.ts'
import { azure, openWires, sealingGemini, type Wire, type WireStand } from '../sdk/openai-wires.ts'
import { anthropic } from './programs.ts'

/** Claude Code itself is not started; Anthropic's library sends the headers and bodies that it is known to send. */

const BETAS = [
  'claude-code-20250219',
  'interleaved-thinking-2025-05-14',
  'fine-grained-tool-streaming-2025-05-14',
  'prompt-caching-scope-2026-01-05',
]
const HEADERS = { 'x-app': 'cli', 'user-agent': 'claude-cli/2.1.0 (external, cli)', 'anthropic-dangerous-direct-browser-access': 'true' }
const MARK = { type: 'ephemeral' as const }
const TOOLS = 48
const COUNTS = 40

const BUILT_IN = ['Bash', 'Read', 'Edit', 'Write', 'Glob', 'Grep', 'Task', 'TodoWrite', 'WebFetch', 'NotebookEdit', 'get_weather']

const tools: Anthropic.Beta.BetaTool[] = Array.from({ length: TOOLS }, (_, at) => ({
  name: BUILT_IN[at] ?? `mcp__server__tool_${at}`,
  description: `Tool ${at}. ${'It does what its name says. '.repeat(40)}`,
  input_schema: { $schema: 'http://json-schema.org/draft-07/schema#', ...weatherParameters },
}))

const system = [
  { type: 'text' as const, text: 'x-anthropic-billing-header: cc_version=2.1.0; cc_entrypoint=cli;' },
  { type: 'text' as const, text: 'You are Claude Code, the official CLI of Anthropic for Claude.', cache_control: MARK },
  { type: 'text' as const, text: `Rules of the project.\n${'- Say what is so.\n'.repeat(800)}`, cache_control: MARK },
]

type Message = Anthropic.Beta.BetaMessageParam

const question = (text: string): Message => ({
  role: 'user',
  content: [{ type: 'text', text, cache_control: MARK }],
})

const bodyOf = ({ model }: Wire, messages: Message[]) => ({
  model,
  max_tokens: 32_000,
  system,
  messages,
  tools,
  betas: BETAS,
  thinking: { type: 'enabled' as const, budget_tokens: 31_999 },
  metadata: { user_id: `user_${'0'.repeat(64)}_account__session_${'1'.repeat(36)}` },
})

let stand: WireStand
let client: Anthropic

beforeAll(async () => {
  stand = await openWires([anthropic, azure, sealingGemini])
  const baseURL = stand.baseUrl.replace(/\/v1$/, '')
  client = new Anthropic({ baseURL, authToken: stand.apiKey, apiKey: null, maxRetries: 0, defaultHeaders: HEADERS })
})

afterAll(() => stand.close())

/** In units, at 21 tokens in and 13 out: $3 and $15, $2.50 and $10, $2 and $12 a million, rounded up. */
const UPSTREAMS = [
  ['Anthropic', anthropic, 129],
  ['Azure', azure, 92],
  ['Gemini 3', sealingGemini, 99],
] as const

describe.each(UPSTREAMS)('a session of Claude Code over %s', (_, wire, units) => {
  it('thinks, calls tools of dozens and is paid for to the unit', async () => {
    const before = await settledSelf(stand.root)
    const messages = [question('Weather in Köln and Paris, then Oslo')]
    const turns: number[] = []
    let said = ''
    while (said === '') {
      const reply = await client.beta.messages.stream(bodyOf(wire, messages)).finalMessage()
      const calls = reply.content.filter((block) => block.type === 'tool_use')
      turns.push(calls.length)
      if (calls.length === 0) said = reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
      messages.push({ role: 'assistant', content: reply.content })
      const results = calls.map((call) => ({
        type: 'tool_result' as const,
        tool_use_id: call.id,
        content: weatherOf(JSON.stringify(call.input)),
      }))
      messages.push({ role: 'user', content: results })
    }
    expect([said, turns]).toEqual(['Forecast: rain in Köln; rain in Paris; rain in Oslo', [2, 1, 0]])
    expect(stand.fakeOf(wire).refusals).toEqual([])
    expect(before.quota - (await settledSelf(stand.root)).quota).toBe(3 * units)
  })

  it('counts tokens in bursts, which cost nothing and leave no row', async () => {
    const before = await settledSelf(stand.root)
    const rows = (await ownLogs(stand.root)).length
    const { max_tokens: _limit, metadata: _metadata, ...body } = bodyOf(wire, [question('hello')])
    const burst = async () => {
      const counts = await Promise.all(Array.from({ length: COUNTS }, () => client.beta.messages.countTokens(body)))
      return new Set(counts.map(({ input_tokens: tokens }) => tokens))
    }
    // A thread that gets no processor for some seconds is not waited for: some are then taken by their size.
    const [tokens = 0] = await eventually('one figure for the whole burst', async () => {
      const figures = await burst()
      return figures.size === 1 ? figures : undefined
    })
    expect(tokens).toBeGreaterThan(wire === anthropic ? 20 : 8000)
    expect((await settledSelf(stand.root)).quota).toBe(before.quota)
    expect((await ownLogs(stand.root)).length).toBe(rows)
  })

  it('asks for one token to see whether there is any credit left', async () => {
    const reply = await client.beta.messages.create({ model: wire.model, max_tokens: 1, messages: [{ role: 'user', content: 'quota' }] })
    expect(reply).toMatchObject({ type: 'message', role: 'assistant', usage: { input_tokens: 21, output_tokens: 13 } })
  })
})

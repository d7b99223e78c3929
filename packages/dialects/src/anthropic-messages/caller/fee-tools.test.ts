import { describe, expect, it } from 'bun:test'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import type { ToolKind } from '../../model/usage.ts'
import { messagesWire } from './caller-wire.ts'
import { messagesTools } from './fee-tools.ts'

const search = { type: 'web_search_20250305', name: 'web_search' }
const code = { type: 'code_execution_20250825', name: 'code_execution' }
const offer = (...kinds: readonly ToolKind[]) => ({ sells: (kind: ToolKind) => kinds.includes(kind), isReasoning: false })

const refusalOf = (tools: readonly object[], ...sold: readonly ToolKind[]): readonly string[] => {
  try {
    messagesTools.sold({ tools }, offer(...sold))
    return []
  } catch (error) {
    if (error instanceof UnsupportedInput) return [error.param, error.message]
    throw error
  }
}

describe('tools that Anthropic runs', () => {
  it('are refused by their place where they have no fee, with the fee that is missing', () => {
    expect(refusalOf([{ name: 'own' }, search])).toEqual([
      'tools[1]',
      "The tool web_search_20250305 has no price for this model: leave it out, or have fees.webSearch set in the model's price sheet",
    ])
    expect(refusalOf([code], 'webSearch')[1]).toContain('fees.codeInterpreter')
    expect(refusalOf([{ type: 'advisor_20260301', name: 'advisor' }], 'webSearch', 'codeInterpreter')).toEqual([
      'tools[0]',
      'The tool advisor_20260301 has no price for this model: leave it out',
    ])
    expect(refusalOf([search, code], 'webSearch', 'codeInterpreter')).toEqual([])
  })

  it('pass without a fee where they cost tokens alone or the caller runs them', () => {
    expect(
      refusalOf([{ type: 'bash_20250124', name: 'bash' }, { type: 'web_fetch_20250910', name: 'web_fetch' }, { name: 'own' }]),
    ).toEqual([])
  })

  it('run code for nothing beside a web tool that sifts by running code', () => {
    expect(refusalOf([code, { type: 'web_fetch_20260209', name: 'web_fetch' }])).toEqual([])
    expect(refusalOf([code, { type: 'web_fetch_20250910', name: 'web_fetch' }])[1]).toContain('fees.codeInterpreter')
  })

  it('name the first search by its place', () => {
    expect(messagesTools.searchIn?.({ tools: [{ name: 'own' }, search, { ...search, type: 'web_search_20260209' }] })).toEqual({
      param: 'tools[1]',
      name: 'web_search_20250305',
    })
    expect(messagesTools.searchIn?.({ tools: [{ name: 'own' }, code, { type: 'web_fetch_20250910' }] })).toBeUndefined()
    expect(messagesTools.searchIn?.({})).toBeUndefined()
  })

  it('are held for as often as the caller allows, up to a hundred', () => {
    expect(messagesTools.kindsIn({ tools: [{ ...search, max_uses: 5 }, code] })).toEqual({ webSearch: 5, codeInterpreter: 1 })
    expect(messagesTools.kindsIn({ tools: [{ ...search, max_uses: 1_000_000 }] })).toEqual({ webSearch: 100 })
    expect(messagesTools.kindsIn({ tools: [{ ...search, max_uses: -3 }] })).toEqual({ webSearch: 1 })
    expect(messagesTools.kindsIn({ tools: [search] })).toEqual({ webSearch: 1 })
  })
})

describe('calls that Anthropic ran', () => {
  const found = { type: 'web_search_tool_result', tool_use_id: 's1', content: [{ type: 'web_search_result', url: 'https://a.example' }] }
  const failed = { type: 'web_search_tool_result', tool_use_id: 's2', content: { type: 'web_search_tool_result_error', error_code: 'x' } }
  const ran = { type: 'bash_code_execution_tool_result', tool_use_id: 's3', content: {} }
  const text = { type: 'text', text: 'hi' }
  const usage = { input_tokens: 10, output_tokens: 4, server_tool_use: { web_search_requests: 2, web_fetch_requests: 7 } }
  const callsOf = (content: readonly object[], figures: object, tools: readonly object[] = [search, code]) =>
    messagesWire.inspectReply({ content, stop_reason: 'end_turn', usage: figures }, { body: { tools } }).usage?.calls

  it('are counted by the figures, and by the blocks where those are silent', () => {
    expect(callsOf([text], usage)).toEqual({ webSearch: 2 })
    expect(callsOf([found, failed, text], { input_tokens: 10, output_tokens: 4 })).toEqual({ webSearch: 1 })
    expect(callsOf([failed, text], { input_tokens: 10, output_tokens: 4 })).toBeUndefined()
  })

  it('count a container once, and not where it is free', () => {
    expect(callsOf([ran, ran, text], usage)).toEqual({ webSearch: 2, codeInterpreter: 1 })
    expect(callsOf([ran, text], usage, [code, { type: 'web_search_20260209', name: 'web_search' }])).toEqual({ webSearch: 2 })
  })

  it('are known in a stream before its last figures', () => {
    const tap = messagesWire.openTap({ body: { tools: [search] } })
    tap.read({ type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } })
    tap.read({ type: 'content_block_start', index: 0, content_block: found })
    expect(tap.calls?.()).toEqual({ webSearch: 1 })
    expect(tap.read({ type: 'message_delta', delta: {}, usage }).usage?.calls).toEqual({ webSearch: 2 })
  })
})

import { describe, expect, it } from 'bun:test'
import { feeToolsOf, withoutFeeTools } from './fee-tools.ts'
import { renderResponsesCall } from './render-call.ts'

const own = { type: 'function', name: 'weather', parameters: {} }
const search = { type: 'web_search' }

describe('tools that cost a fee', () => {
  it('are left out, and what chose them chooses among the rest', () => {
    expect(withoutFeeTools({ model: 'm', tools: [own, search], tool_choice: search })).toEqual({
      model: 'm',
      tools: [own],
      tool_choice: 'auto',
    })
    expect(withoutFeeTools({ model: 'm', tools: [own, search], tool_choice: { type: 'function', name: 'weather' } })).toEqual({
      model: 'm',
      tools: [own],
      tool_choice: { type: 'function', name: 'weather' },
    })
    expect(withoutFeeTools({ model: 'm', tools: [search], tool_choice: 'required' })).toEqual({ model: 'm' })
  })

  it('are taken out of the tools that are allowed', () => {
    const allowed = (tools: readonly unknown[]) => ({ type: 'allowed_tools', mode: 'required', tools })
    const called = { type: 'function', name: 'weather' }
    expect(withoutFeeTools({ tools: [own, search], tool_choice: allowed([called, search]) })).toEqual({
      tools: [own],
      tool_choice: allowed([called]),
    })
    expect(withoutFeeTools({ tools: [own, search], tool_choice: allowed([search]) })).toEqual({ tools: [own], tool_choice: 'none' })
  })

  it('are all that upstream runs itself, unknown ones as well; a shell only where it is not the caller’s', () => {
    const types = ['web_search_preview', 'file_search', 'code_interpreter', 'image_generation', 'of next year']
    const tools = [...types.map((type) => ({ type })), { type: 'shell', environment: { type: 'container_auto' } }]
    expect(feeToolsOf({ tools })).toEqual(tools.map((_, at) => `tools[${at}]`))
    expect(feeToolsOf({ tools: [own, { type: 'mcp' }, { type: 'shell', environment: { type: 'local' } }] })).toEqual([])
  })

  it('change the bytes only where there are some', () => {
    const render = (body: Record<string, unknown>) => {
      const rawBody = JSON.stringify(body, null, 1)
      const call = {
        model: 'm',
        wire: 'responses' as const,
        prompt: {},
        headers: {},
        isStream: false,
        maxOutputTokens: undefined,
        promptBytes: 1,
        rawBody,
        body,
        dropped: [],
        chat: undefined as never,
      }
      return { rawBody, rendered: renderResponsesCall(call, { model: 'm', systemPrompt: '' }) }
    }
    const plain = render({ model: 'm', input: 'x', tools: [own] })
    expect(plain.rendered).toBe(plain.rawBody)
    expect(render({ model: 'm', input: 'x', tools: [own, search] }).rendered).toBe(JSON.stringify({ model: 'm', input: 'x', tools: [own] }))
  })
})

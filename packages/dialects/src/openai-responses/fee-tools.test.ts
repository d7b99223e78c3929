import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import type { ToolKind } from '../model/usage.ts'
import { searchIn, soldKinds, unsoldTools, withSoldTools } from './fee-tools.ts'

const own = { type: 'function', name: 'weather', parameters: {} }
const search = { type: 'web_search' }
/** As Codex declares it in every call. */
const habit = { type: 'web_search', external_web_access: true }

const selling = (...kinds: readonly ToolKind[]) => ({ sells: (kind: ToolKind) => kinds.includes(kind), isReasoning: true })
const nothing = selling()
const everything = selling('webSearch', 'fileSearch', 'codeInterpreter', 'imageGeneration')

const refusalOf = (body: JsonObject, offer = nothing): readonly string[] => {
  try {
    withSoldTools(body, offer)
    return []
  } catch (error) {
    if (error instanceof UnsupportedInput) return [error.param, error.message]
    throw error
  }
}

describe('tools that upstream runs for a fee', () => {
  it('name the first search by its place', () => {
    const tools = [own, { type: 'file_search' }, { type: 'web_search_preview' }, search]
    expect(searchIn({ tools })).toEqual({ param: 'tools[2]', name: 'web_search_preview' })
    expect(searchIn({ tools: [own] })).toBeUndefined()
  })

  it('are sent on as they are where their fee is known', () => {
    const types = ['web_search', 'web_search_2025_08_26', 'web_search_preview', 'file_search', 'code_interpreter', 'image_generation']
    const body = { model: 'm', tools: [own, ...types.map((type) => ({ type }))], tool_choice: { type: 'file_search' } }
    expect(withSoldTools(body, everything)).toBe(body)
  })

  it('are refused by their place and name where it is not', () => {
    expect(refusalOf({ tools: [own, search] })).toEqual([
      'tools[1]',
      "The tool web_search has no price for this model: leave it out, or have fees.webSearch set in the model's price sheet",
    ])
    expect(refusalOf({ tools: [{ type: 'image_generation' }] }, selling('webSearch'))).toEqual([
      'tools[0]',
      "The tool image_generation has no price for this model: leave it out, or have fees.imageGeneration set in the model's price sheet",
    ])
    expect(refusalOf({ tools: [{ type: 'of next year' }] }, everything)[0]).toBe('tools[0]')
    expect(refusalOf({ tools: [{ type: 'shell', environment: { type: 'container_auto' } }] }, everything)[0]).toBe('tools[0]')
    expect(refusalOf({ tools: [own, { type: 'mcp' }, { type: 'shell', environment: { type: 'local' } }] })).toEqual([])
  })

  it('are refused where they would cost more than their fee', () => {
    const container = (memory_limit: string) => ({ tools: [{ type: 'code_interpreter', container: { type: 'auto', memory_limit } }] })
    expect(refusalOf(container('1g'), everything)).toEqual([])
    expect(refusalOf(container('64g'), everything)[0]).toBe('tools[0].container.memory_limit')
    const preview = { tools: [{ type: 'web_search_preview' }] }
    expect(refusalOf(preview, { ...everything, isReasoning: false })).toEqual([
      'tools[0]',
      'The tool web_search_preview has no price for this model: use web_search',
    ])
    expect(refusalOf({ tools: [search] }, { ...everything, isReasoning: false })).toEqual([])
  })

  it('are refused as well where an item of the input brings them along, and held for where they are sold', () => {
    const bringing = (type: string, tool: object) => ({
      input: [
        { role: 'user', content: 'x' },
        { type, tools: [own, tool] },
      ],
    })
    for (const type of ['additional_tools', 'tool_search_output']) {
      expect(refusalOf(bringing(type, { type: 'image_generation' }))[0]).toBe('input[1].tools[1]')
      expect(withSoldTools(bringing(type, habit), nothing)).toEqual({
        input: [
          { role: 'user', content: 'x' },
          { type, tools: [own] },
        ],
      })
      expect(unsoldTools(bringing(type, habit), nothing)).toEqual(['input[1].tools[1]'])
      expect(refusalOf(bringing(type, search), everything)).toEqual([])
      expect(soldKinds(bringing(type, search))).toEqual({ webSearch: 1 })
    }
    const group = { type: 'namespace', name: 'n', tools: [own, { type: 'image_generation' }] }
    expect(refusalOf({ tools: [group] })[0]).toBe('tools[0].tools[1]')
    expect(refusalOf(bringing('mcp_list_tools', { name: 'x', input_schema: {} }))).toEqual([])
  })

  it('are left out where a client declares them in every call, and what chose them chooses among the rest', () => {
    const left = { model: 'm', tools: [own] }
    expect(withSoldTools({ ...left, tools: [own, habit], tool_choice: search }, nothing)).toEqual({ ...left, tool_choice: 'auto' })
    const named = { type: 'function', name: 'weather' }
    expect(withSoldTools({ ...left, tools: [own, habit], tool_choice: named }, nothing)).toEqual({ ...left, tool_choice: named })
    expect(withSoldTools({ model: 'm', tools: [habit], tool_choice: 'required' }, nothing)).toEqual({ model: 'm' })
    expect(unsoldTools({ tools: [own, habit] }, nothing)).toEqual(['tools[1]'])
    expect(unsoldTools({ tools: [own, habit] }, everything)).toEqual([])
  })

  it('are taken out of the tools that are allowed when they are left out', () => {
    const allowed = (tools: readonly unknown[]) => ({ type: 'allowed_tools', mode: 'required', tools })
    const called = { type: 'function', name: 'weather' }
    expect(withSoldTools({ tools: [own, habit], tool_choice: allowed([called, search]) }, nothing)).toEqual({
      tools: [own],
      tool_choice: allowed([called]),
    })
    expect(withSoldTools({ tools: [own, habit], tool_choice: allowed([search]) }, nothing)).toEqual({ tools: [own], tool_choice: 'none' })
  })

  it('are known by what they cost, each once', () => {
    const tools = [own, search, habit, { type: 'file_search' }, { type: 'of next year' }]
    expect(soldKinds({ tools })).toEqual({ webSearch: 1, fileSearch: 1 })
  })
})

import { describe, expect, it } from 'bun:test'
import { ResponseTap, inspectResponse } from './inspect-response.ts'
import { countToolCalls } from './tool-calls.ts'

const item = (type: string, over: object = {}) => ({ type, status: 'completed', ...over })
const USAGE = { input_tokens: 10, output_tokens: 4, total_tokens: 14 }

describe('calls that upstream ran by itself', () => {
  it('are counted by kind: searches without the pages they opened, code by container', () => {
    const items = [
      item('web_search_call', { id: 'ws_1', action: { type: 'search', query: 'a' } }),
      item('web_search_call', { id: 'ws_2', action: { type: 'open_page', url: 'https://example.com' } }),
      item('web_search_call', { id: 'ws_3', action: { type: 'find_in_page', pattern: 'b' } }),
      item('web_search_call', { id: 'ws_4' }),
      item('file_search_call', { id: 'fs_1' }),
      item('code_interpreter_call', { id: 'ci_1', container_id: 'cntr_1' }),
      item('code_interpreter_call', { id: 'ci_2', container_id: 'cntr_1' }),
      item('code_interpreter_call', { id: 'ci_3', container_id: 'cntr_2' }),
      item('image_generation_call', { id: 'ig_1' }),
      item('message', { id: 'msg_1' }),
      item('function_call', { id: 'fc_1' }),
    ]
    expect(countToolCalls(items)).toEqual({ webSearch: 2, fileSearch: 1, codeInterpreter: 2, imageGeneration: 1 })
  })

  it('that failed, or that are told twice, are not counted again', () => {
    const search = item('web_search_call', { id: 'ws_1' })
    expect(countToolCalls([search, search, item('web_search_call', { id: 'ws_2', status: 'failed' })])).toEqual({ webSearch: 1 })
    expect(countToolCalls([item('message')])).toBeUndefined()
  })

  it('stand in the usage of a whole answer', () => {
    const answer = { status: 'completed', output: [item('file_search_call', { id: 'fs_1' })], usage: USAGE }
    expect(inspectResponse(answer).usage).toMatchObject({ input: 10, output: 4, calls: { fileSearch: 1 } })
    expect(inspectResponse({ ...answer, output: [] }).usage).not.toHaveProperty('calls')
    expect(inspectResponse({ ...answer, usage: null })).toMatchObject({ usage: undefined, calls: { fileSearch: 1 } })
  })

  it('are known of a stream before it ends, and counted once when its end repeats them or not', () => {
    for (const isRepeated of [true, false]) {
      const tap = new ResponseTap()
      const search = item('web_search_call', { id: 'ws_1', action: { type: 'search' } })
      expect(tap.calls()).toBeUndefined()
      tap.read({ type: 'response.output_item.added', item: { ...search, status: 'in_progress' } })
      tap.read({ type: 'response.output_item.done', item: search })
      expect(tap.calls()).toEqual({ webSearch: 1 })
      const response = { status: 'completed', output: isRepeated ? [search] : [], usage: USAGE }
      expect(tap.read({ type: 'response.completed', response }).usage).toMatchObject({ calls: { webSearch: 1 } })
    }
  })
})

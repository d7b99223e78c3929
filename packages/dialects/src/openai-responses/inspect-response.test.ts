import { describe, expect, it } from 'bun:test'
import { ResponseTap, inspectEvent, inspectResponse } from './inspect-response.ts'

const NOTHING = { usage: undefined, hasFinished: false, hasOutput: false, error: undefined, text: '' }
const USAGE = { input_tokens: 10, output_tokens: 4 }
const FIGURES = { input: 10, cacheRead: 0, cacheWrite: 0, output: 4, reasoning: 0, source: 'upstream' } as const

describe('a whole response', () => {
  it('tells its words, thoughts and calls', () => {
    const output = [
      { type: 'reasoning', summary: [{ text: 'hm ' }] },
      { type: 'message', content: [{ text: 'a' }, { text: 'b' }, {}] },
      { type: 'function_call', name: 'f', arguments: '{}' },
      { type: 'custom_tool_call', name: 'g', input: 'in' },
    ]
    expect(inspectResponse({ status: 'completed', output, usage: USAGE })).toEqual({
      ...NOTHING,
      usage: FIGURES,
      hasFinished: true,
      hasOutput: true,
      text: 'hm abf{}gin',
    })
  })

  it.each([
    ['completed', true],
    ['incomplete', true],
    ['in_progress', false],
    ['failed', false],
  ])('that is %s has finished: %p', (status, hasFinished) => {
    expect(inspectResponse({ status }).hasFinished).toBe(hasFinished)
  })

  it('tells figures only where both are told', () => {
    expect(inspectResponse({ usage: { input_tokens: 1 } }).usage).toBeUndefined()
    expect(inspectResponse({ usage: { output_tokens: 1 } }).usage).toBeUndefined()
  })

  it('tells its error, and that it failed where it says no more', () => {
    expect(inspectResponse({ status: 'failed' }).error).toEqual({ code: 'server_error' })
    expect(inspectResponse({ status: 'failed', error: { code: 'x' } }).error).toEqual({ code: 'x' })
    expect(inspectResponse({ status: 'completed' }).error).toBeUndefined()
  })

  it('tells the tools that were run, those that were told before included', () => {
    const search = (id: string) => ({ type: 'web_search_call', id, status: 'completed' })
    expect(inspectResponse({ output: [search('a')], usage: USAGE }, [search('b')])).toMatchObject({
      calls: { webSearch: 2 },
      usage: { ...FIGURES, calls: { webSearch: 2 } },
    })
    expect(inspectResponse({ output: [], usage: USAGE })).not.toHaveProperty('calls')
  })
})

describe('an event', () => {
  it.each(['response.created', 'response.in_progress', 'response.queued', 'keepalive'])('%s is nothing of an answer', (type) => {
    expect(inspectEvent({ type, response: { output: [] } })).toEqual(NOTHING)
  })

  it.each(['response.completed', 'response.incomplete'])('%s is the end, and repeats its words', (type) => {
    const response = { status: type.slice(9), output: [{ content: [{ text: 'again' }] }], usage: USAGE }
    expect(inspectEvent({ type, response })).toMatchObject({ hasFinished: true, hasOutput: true, text: '', usage: FIGURES })
  })

  it('response.failed tells why', () => {
    expect(inspectEvent({ type: 'response.failed', response: { status: 'failed', error: { code: 'x' } } })).toMatchObject({
      error: { code: 'x' },
      hasFinished: false,
    })
  })

  it('of any other kind is a piece of an answer', () => {
    expect(inspectEvent({ type: 'response.output_text.delta', delta: 'a' })).toEqual({ ...NOTHING, hasOutput: true, text: 'a' })
    expect(inspectEvent({ type: 'response.output_item.added', item: {} })).toEqual({ ...NOTHING, hasOutput: true })
  })

  it('is an error by its name, or without one', () => {
    expect(inspectEvent({ type: 'error', code: 'x' })).toEqual({ ...NOTHING, error: { type: 'error', code: 'x' } })
    expect(inspectEvent({ error: { code: 'y' } })).toEqual({ ...NOTHING, error: { code: 'y' } })
  })
})

describe('a response that breaks off', () => {
  const told = (tap: ResponseTap) =>
    Buffer.from(tap.failure({ status: 500, requestId: 'r', message: 'No.', type: 't', code: 'bad' })).toString()

  it('ends in its own words, numbered on from what came', () => {
    const tap = new ResponseTap()
    tap.read({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } })
    tap.read({ type: 'response.output_text.delta', delta: 'a' })
    expect(told(tap)).toBe(
      'event: response.failed\ndata: {"type":"response.failed","sequence_number":2,"response":{"id":"resp_1","status":"failed","error":{"code":"bad","message":"No."}}}\n\n',
    )
  })

  it('counts no error as an event', () => {
    const tap = new ResponseTap()
    tap.read({ type: 'error', code: 'x' })
    expect(told(tap)).toContain('"sequence_number":0')
  })

  it('has cost the tools that were run until then', () => {
    const tap = new ResponseTap()
    tap.read({ type: 'response.output_item.added', item: { type: 'web_search_call', id: 'a' } })
    tap.read({ type: 'response.output_item.done', item: { type: 'web_search_call', id: 'b' } })
    tap.read({ type: 'response.output_item.done', item: { type: 'message', id: 'c' } })
    expect(tap.read({ type: 'response.completed', response: { status: 'completed', usage: USAGE } })).toMatchObject({
      calls: { webSearch: 1 },
    })
  })
})

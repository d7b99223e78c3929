import { describe, expect, it } from 'bun:test'
import { parseTraceContext, traceHeaders } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const parse = (traceparent: string, tracestate?: string) =>
  parseTraceContext(new Headers({ traceparent, ...(tracestate !== undefined && { tracestate }) }))

describe('the context of a trace', () => {
  it('is taken from the headers of W3C', () => {
    expect(parse(`00-${TRACE}-${PARENT}-01`, 'rojo=00f067aa0ba902b7,congo=t61')).toEqual({
      traceId: TRACE,
      parentId: PARENT,
      isSampled: true,
      traceState: 'rojo=00f067aa0ba902b7,congo=t61',
    })
    expect(parse(`00-${TRACE}-${PARENT}-02`)).toMatchObject({ isSampled: false, traceState: '' })
    expect(parse(`01-${TRACE}-${PARENT}-03-and-more`)).toMatchObject({ traceId: TRACE, isSampled: true })
  })

  it.each([
    '',
    'hello',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${PARENT}`,
  ])('is not taken from %j', (header) => {
    expect(parse(header)).toBeUndefined()
  })

  it('leaves out a state that is too long', () => {
    expect(parse(`00-${TRACE}-${PARENT}-01`, `a=${'x'.repeat(511)}`)?.traceState).toBe('')
  })

  it('is passed on with the span that calls', () => {
    expect(traceHeaders('1111111111111111', { traceId: TRACE, isSampled: true, traceState: 'a=1' })).toEqual({
      traceparent: `00-${TRACE}-1111111111111111-01`,
      tracestate: 'a=1',
    })
    expect(traceHeaders('1111111111111111', { traceId: TRACE, isSampled: false, traceState: '' })).toEqual({
      traceparent: `00-${TRACE}-1111111111111111-00`,
    })
  })
})

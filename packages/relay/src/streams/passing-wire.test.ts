import { expect, it } from 'bun:test'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import { PassingWireStream } from './passing-wire.ts'

const DELTA = 'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"one"}'

it('does not pass an event that upstream cut off, wherever that was', () => {
  for (let length = 1; length < DELTA.length; length++) {
    const stream = new PassingWireStream({
      wire: responsesWire,
      failureOf: () => ({ fault: 'broken', message: '' }),
      onText: () => {},
      rename: (text) => text,
    })
    const passed = Buffer.concat([stream.push(Buffer.from(`${DELTA}\n\n${DELTA.slice(0, length)}`)), stream.flush()]).toString()
    expect([length, passed, stream.isComplete()]).toEqual([length, `${DELTA}\n\n`, false])
  }
})

it('WB-07 passes no data that is not JSON, but for an end mark', () => {
  const stream = new PassingWireStream({
    wire: responsesWire,
    failureOf: () => ({ fault: 'broken', message: '' }),
    onText: () => {},
    rename: (text) => text,
  })
  const frames = ['data: not json\n\n', `${DELTA}\n\n`, 'event: x\ndata: {"type":\n\n', ': here\n\n', 'data: [DONE]\n\n']
  expect(Buffer.from(stream.push(Buffer.from(frames.join('')))).toString()).toBe(`${DELTA}\n\n:\n\ndata: [DONE]\n\n`)
})

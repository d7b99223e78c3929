import { describe, expect, it } from 'bun:test'
import { ProxiedStream } from './proxied.ts'

const told = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\n\ndata: [DONE]\n\n'

/** What passes when upstream's bytes come cut at one place. */
const passed = (text: string, cut: number) => {
  const bytes = new TextEncoder().encode(text)
  const stream = new ProxiedStream()
  const parts = [stream.push(bytes.subarray(0, cut)), stream.push(bytes.subarray(cut)), stream.flush(), stream.tail() ?? new Uint8Array()]
  return { text: Buffer.concat(parts).toString(), usage: stream.usage() }
}

describe('a stream that is passed on as it is', () => {
  it('keeps every byte and finds its figures, wherever it is cut', () => {
    const text = `data: {"content":"Köln"}\n\n${told}`
    for (let cut = 0; cut <= text.length; cut++) {
      expect(passed(text, cut)).toMatchObject({ text, usage: { input: 3, output: 2 } })
    }
  })

  it.each(['data: {"usage":null}\n\n', 'data: {"usage":{"seats":4}}\n\n', 'data: not json "usage"\n\n', 'event: usage\n\n'])(
    'takes no figures from %j',
    (text) => {
      expect(passed(text, 4)).toEqual({ text, usage: undefined })
    },
  )

  it.each([
    [65_536, { input: 3, output: 2 }],
    [65_537, undefined],
  ])('reads a line of which %p characters have come: %p', (length, usage) => {
    const figures = 'data: {"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5},"pad":"'
    const line = `${figures.padEnd(length, 'x')}"}\n\n`
    const { usage: found } = passed(line, length)
    expect(found && { input: found.input, output: found.output }).toEqual(usage)
  })

  it('ends where upstream ends and fails by no word of its own', () => {
    const stream = new ProxiedStream()
    stream.push(new TextEncoder().encode('data: {"error":{"message":"no"}}\n\ndata: [DONE]\n\n'))
    expect([stream.hasBegun(), stream.isEnded(), stream.isComplete(), stream.failure()]).toEqual([true, false, false, undefined])
    stream.flush()
    expect([stream.isEnded(), stream.isComplete()]).toEqual([false, true])
  })

  it('keeps the last figures when nothing ends the line', () => {
    expect(passed(told.split('\n', 1)[0] ?? '', 9).usage).toMatchObject({ input: 3, output: 2 })
  })
})

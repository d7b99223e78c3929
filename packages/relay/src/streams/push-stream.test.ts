import { expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { PushStream, type ByteSink } from './push-stream.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Writes the next piece when the one before is taken. */
const open = (pieces: readonly string[]) => {
  const written: string[] = []
  const told = { hasLeft: false }
  const stream = new PushStream({
    pushInto: async (sink: ByteSink) => {
      for (const piece of pieces) {
        written.push(piece)
        await sink.write(bytesOf(piece))
      }
      sink.end()
    },
    cancel: () => {
      told.hasLeft = true
      return Promise.resolve()
    },
  })
  return { stream, written, told }
}

it('pushes nothing before it is read, and one piece for each read', async () => {
  const { stream, written } = open(['a', 'b', 'c'])
  await nextTurn()
  expect(written).toEqual([])
  const reader = stream.getReader()
  for (const [piece, pushed] of [
    ['a', ['a']],
    ['b', ['a', 'b']],
  ] as const) {
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(piece)
    await nextTurn()
    expect(written).toEqual([...pushed])
  }
})

it('ends where its source ends', async () => {
  expect(await new Response(open(['a', 'b', 'c']).stream).text()).toBe('abc')
})

it('tells its source that the reader has gone', async () => {
  const { stream, told } = open(['a', 'b'])
  const reader = stream.getReader()
  await reader.read()
  await reader.cancel()
  expect(told.hasLeft).toBe(true)
})

it('fails where its source fails', async () => {
  const stream = new PushStream({ pushInto: () => Promise.reject(new Error('dry')), cancel: () => Promise.resolve() })
  expect(await stream.getReader().read().catch(String)).toBe('Error: dry')
})

it('pushes into a sink what a reader would get', async () => {
  const got: string[] = []
  await open(['a', 'b']).stream.pushInto({ write: (bytes) => got.push(Buffer.from(bytes).toString()), end: () => got.push('end') })
  expect(got).toEqual(['a', 'b', 'end'])
})

import { describe, expect, it } from 'bun:test'
import type { UpstreamReply } from '../ports.ts'
import { lookForEvents } from './mistyped-stream.ts'
import { readBody } from './read-body.ts'

const looked = async (pieces: readonly string[]) => {
  const left = [...pieces]
  let reads = 0
  const read = () => {
    reads++
    const text = left.shift()
    return Promise.resolve({ done: text === undefined, value: text === undefined ? undefined : Buffer.from(text) })
  }
  const reply: UpstreamReply = { status: 200, headers: new Headers(), body: null, pieces: () => ({ read, cancel: () => undefined }) }
  const { isStream, reply: again } = await lookForEvents(reply, (work) => work)
  const readsBefore = reads
  return { isStream, readsBefore, text: Buffer.from(await readBody(again, 10_000)).toString() }
}

describe('a stream that upstream calls something else', () => {
  it('is known by its beginning, without waiting for more', async () => {
    expect(await looked(['data: {"a":1}\n\n', 'data: {"b":1}\n\n'])).toEqual({
      isStream: true,
      readsBefore: 1,
      text: 'data: {"a":1}\n\ndata: {"b":1}\n\n',
    })
    expect(await looked(['\n', 'ev', 'ent: x\n', 'data: {}\n\n'])).toMatchObject({ isStream: true, readsBefore: 3 })
    expect((await looked([': ping\n\n'])).isStream).toBe(true)
  })

  it('is not what begins in another way', async () => {
    expect(await looked(['\n\n', '{"data":', '"event:"}'])).toEqual({ isStream: false, readsBefore: 2, text: '\n\n{"data":"event:"}' })
    expect(await looked(['{}'])).toEqual({ isStream: false, readsBefore: 2, text: '{}' })
    expect(await looked(['\n'.repeat(4097), 'data: {}'])).toMatchObject({ isStream: false, readsBefore: 1 })
    expect(await looked([])).toEqual({ isStream: false, readsBefore: 1, text: '' })
  })
})

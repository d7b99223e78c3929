import { describe, expect, it } from 'bun:test'
import { chatReply, sse, openHarness } from '../testing/harness.ts'
import { createShutdown } from './shutdown.ts'

const begun = sse({ choices: [{ delta: { content: 'one ' } }] })
const USAGE = { prompt_tokens: 10, completion_tokens: 5 }

const readSome = async (reader: { read(): Promise<{ value?: Uint8Array | undefined }> }): Promise<string> =>
  new TextDecoder().decode((await reader.read()).value)

const readerOf = (body: unknown) => {
  if (!(body instanceof ReadableStream)) throw new Error('the reply is no stream')
  return (body as ReadableStream<Uint8Array>).getReader()
}

describe('the end of the process', () => {
  it('cuts a running stream with an error frame and charges what was delivered', async () => {
    const line = openHarness({ replies: [{ chunks: [begun], isOpenEnded: true }] })
    const reader = readerOf((await line.call({ model: 'm', stream: true })).body)
    expect(await readSome(reader)).toContain('one ')
    const last = readSome(reader)
    line.shutdown.cut()
    expect(await last).toContain('shutting_down')
    expect((await reader.read()).done).toBe(true)
    expect(line.events.at(-1)).toStartWith('settle:')
    expect(line.records.map(({ outcome }) => outcome)).toEqual(['cut'])
    expect(line.upstreamSignals.every(({ aborted }) => aborted)).toBe(true)
  })

  it('gives back what a request without an answer held, and tries no other channel', async () => {
    const line = openHarness({ replies: ['never', chatReply(USAGE)], channels: [{}, {}], retryTimes: 1 })
    const reply = line.call({ model: 'm' })
    await line.whenSent(1)
    line.shutdown.cut()
    await expect(reply).rejects.toMatchObject({ kind: 'shutting-down', status: 503 })
    expect(line.events.filter((event) => event !== 'hold' && !event.startsWith('send'))).toEqual(['release'])
    expect(line.sent).toHaveLength(1)
  })

  it('is told to a request that begins after it, and to each that still runs', () => {
    const shutdown = createShutdown()
    const cut: string[] = []
    shutdown.onCut(() => void cut.push('one'))
    shutdown.onCut(() => void cut.push('two'))()
    expect([shutdown.isAborting(), cut]).toEqual([false, []])
    shutdown.cut()
    expect([shutdown.isAborting(), cut]).toEqual([true, ['one']])
  })

  it('lets go of requests that ended before', async () => {
    const line = openHarness({ replies: [chatReply(USAGE)] })
    await line.call({ model: 'm' })
    line.shutdown.cut()
    expect(line.records.map(({ outcome }) => outcome)).toEqual(['ok'])
  })
})

describe('what the line tells about itself', () => {
  it('names every attempt, the beginning of a stream and the end', async () => {
    const broken = { status: 500, body: { error: { message: 'x' } } }
    const line = openHarness({ replies: [broken, chatReply(USAGE)], channels: [{ type: 1 }, { type: 14 }], retryTimes: 1 })
    await line.call({ model: 'm' })
    expect(line.observed).toEqual(['attempt 1 broken', 'attempt 14 none again', 'ended ok 20'])
  })

  it('counts a request without an answer as failed and free', async () => {
    const line = openHarness({ replies: [{ status: 500, body: {} }] })
    await line.call({ model: 'm' })
    expect(line.observed).toEqual(['attempt 1 broken', 'ended failed 0'])
  })
})

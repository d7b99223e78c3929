import { describe, expect, it } from 'bun:test'
import type { Ports } from '../ports.ts'
import type { Attempt } from '../stage-types.ts'
import { RawStream } from '../streams/raw.ts'
import { ReplyTooLarge } from '../upstream/read-body.ts'
import { openStream } from './open-stream.ts'

const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'estimate' as const }
const attempt = { link: { within: (_: number, work: unknown) => work } } as unknown as Attempt
const settings = () => ({ firstByteTimeoutMs: 1000, maxReplyBytes: 4 }) as unknown as ReturnType<Ports['settings']>

const open = (body: ReadableStream<Uint8Array> | null, stream = new RawStream()) =>
  openStream(
    {
      reply: { status: 200, headers: new Headers(), body },
      stream,
      attempt,
      contentType: 'text/event-stream',
      estimate: () => Promise.resolve(usage),
      estimateRoughly: () => usage,
    },
    { settings },
  )

describe('a stream that is opened', () => {
  it('is broken when there is no body or nothing in it, so that another channel may answer', async () => {
    expect(await open(null)).toMatchObject({ kind: 'failed', fault: 'broken' })
    expect(await open(new Response('').body)).toMatchObject({ kind: 'failed', fault: 'broken' })
  })

  it('may be nothing but pings for as long as a whole reply may be', async () => {
    /** Never begins. */
    const quiet = Object.assign(new RawStream(), { hasBegun: () => false, isComplete: () => false })
    const openQuiet = (text: string) => open(new Response(text).body, quiet)
    expect(await openQuiet('four')).toMatchObject({ kind: 'failed', fault: 'broken' })
    await expect(openQuiet('fives')).rejects.toBeInstanceOf(ReplyTooLarge)
  })

  it('has begun with its first bytes', async () => {
    const opened = await open(new Response('ab').body)
    expect(opened).toMatchObject({ kind: 'stream', contentType: 'text/event-stream' })
  })
})

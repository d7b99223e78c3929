import type { ReplyHeaders, UpstreamReply } from '@weir/relay/ports'
import { BrokenReply } from './broken-reply.ts'

const FORMATS: ReadonlyMap<string, Bun.CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'brotli'],
  ['zstd', 'zstd'],
])

/** Their figures are of the body as it travelled. */
const without = (headers: ReplyHeaders, names: readonly string[]): ReplyHeaders => ({
  get: (name) => (names.includes(name) ? null : headers.get(name)),
})

/** Nothing compressed is asked for; who compresses all the same is understood all the same. */
export const inflated = (reply: UpstreamReply): UpstreamReply => {
  const encoding = reply.headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return reply
  const format = FORMATS.get(encoding)
  if (format === undefined) throw new BrokenReply(`its content encoding is not known: ${encoding.slice(0, 40)}`)
  return {
    status: reply.status,
    headers: without(reply.headers, ['content-encoding', 'content-length']),
    body: new Response(reply.body).body?.pipeThrough(new DecompressionStream(format)) ?? null,
  }
}

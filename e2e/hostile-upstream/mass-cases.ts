import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { FIGURES, head, wholeHead, type Case } from './case.ts'
import { priceOf, refused } from './rules.ts'
import type { StreamForm, Wire } from './wire.ts'

const MEGABYTE = 1024 * 1024
/** What the system keeps between the two sides, and what one read brings. */
const BUFFERS = 64 * MEGABYTE
/** A gigabyte, if it is taken. */
const LIMIT = 1024
const FILLER = Buffer.alloc(MEGABYTE, 120)

const upTo = function* (count: number, first: readonly (string | Uint8Array)[], piece: Uint8Array): Generator<string | Uint8Array> {
  yield* first
  for (let sent = 0; sent < count; sent++) yield piece
}

/** Made once: 128 MB of nothing in a few hundred bytes or kilobytes. */
const NOTHING = Buffer.alloc(128 * MEGABYTE, 32)
const bombs = { gzip: gzipSync(NOTHING), br: brotliCompressSync(NOTHING, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) }

const largeFrame = ({ text }: StreamForm): Uint8Array => text('the river '.repeat(100)).bytes

const wholeMass = (wire: Wire): readonly Case[] => {
  const one = (name: string, pieces: () => Iterable<string | Uint8Array>, mostTaken?: number): Case => ({
    name: `whole, ${name}`,
    wire,
    isStream: false,
    answer: () => ({ pieces: pieces(), end: 'close' }),
    expected: refused,
    ...(mostTaken !== undefined && { mostTaken }),
  })
  return [
    one('a body of a gigabyte', () => upTo(LIMIT, [head('application/json'), '{"a":"'], FILLER), 64 * MEGABYTE + BUFFERS),
    one('a body that announces a gigabyte', () => upTo(LIMIT, [wholeHead(LIMIT * MEGABYTE), '{"a":"'], FILLER), BUFFERS),
    ...Object.entries(bombs).map(([coding, bytes]) =>
      one(`a bomb of ${coding}`, () => [head('application/json', `content-encoding: ${coding}`), bytes]),
    ),
  ]
}

const streamMass = (wire: Wire, form: StreamForm): readonly Case[] => {
  const one = (name: string, pieces: () => Iterable<string | Uint8Array>, over: Partial<Case> = {}): Case => ({
    name: `stream, ${name}`,
    wire,
    isStream: true,
    answer: () => ({ pieces: pieces(), end: 'close' }),
    expected: refused,
    ...over,
  })
  const begin = [head(form.contentType), ...form.begin.map(({ bytes }) => bytes)]
  const pings = Buffer.concat(Array.from({ length: 8192 }, () => form.ping))
  return [
    one('a frame of a gigabyte', () => upTo(LIMIT, [...begin, form.longFrame], FILLER), { mostTaken: 24 * MEGABYTE + BUFFERS }),
    one('a frame of 17 MB in small packets', () => upTo(17 * 256, [...begin, form.longFrame], FILLER.subarray(0, 4096))),
    one('pings without end', () => upTo(100_000, begin, pings), { mostTaken: 64 * MEGABYTE + BUFFERS, isLong: true }),
    one('a bomb of gzip', () => [head(form.contentType, 'content-encoding: gzip'), bombs.gzip]),
    one('a bomb of br', () => [head(form.contentType, 'content-encoding: br'), bombs.br]),
    one('words without end', () => upTo(100_000, begin, largeFrame(form)), {
      leavesAfter: 100_000,
      // What the caller got is the least, and what fits between the two sides the most.
      expected: { statuses: [200], atLeast: priceOf({ prompt: 1, output: 10_000 }), atMost: priceOf({ prompt: 1000, output: 20_000_000 }) },
    }),
    one(
      'figures without end',
      () => upTo(4000, [...begin, form.text('one').bytes], Buffer.concat(Array.from({ length: 64 }, () => form.figures(FIGURES).bytes))),
      {
        expected: { statuses: [200], atLeast: 1, atMost: priceOf({ ...FIGURES, prompt: 100 }) },
        isLong: true,
      },
    ),
  ]
}

export const massCases = (wire: Wire): readonly Case[] => [
  ...wholeMass(wire),
  ...(wire.stream === undefined ? [] : streamMass(wire, wire.stream)),
]

import type { RawAnswer } from '../fake-upstream/raw.ts'
import {
  FIGURES,
  billed,
  bytesOf,
  cutStream,
  goodFrames,
  head,
  streamAnswer,
  wholeAnswer,
  wholeBody,
  wholeHead,
  type Case,
} from './case.ts'
import { exactly, expectedOf, framesWithin, refused, type Expected } from './rules.ts'
import { frame, type StreamForm, type Wire } from './wire.ts'

const bytewise = (bytes: Uint8Array): readonly Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte))

const chunked = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => [Buffer.from(`${Buffer.byteLength(part).toString(16)}\r\n`), Buffer.from(part), Buffer.from('\r\n')]),
  )

const INTERIM = 'HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n'
const GARBAGE = Buffer.from([0, 255, 254, 10, 10, 100, 97, 116, 97, 58, 32, 255, 10, 10])
/** Bytes that no UTF-8 text has, in the middle of the text. */
const spoilText = (bytes: Uint8Array): Buffer => {
  const spoiled = Buffer.from(bytes)
  const at = spoiled.indexOf('river')
  if (at !== -1) spoiled.fill(255, at, at + 3)
  return spoiled
}

const answers = (body: string): readonly (readonly [string, () => RawAnswer, 'served' | 'refused'])[] => {
  const bytes = Buffer.from(body)
  const { length } = bytes
  const good = [wholeHead(length), bytes] as const
  const close =
    (...pieces: readonly (string | Uint8Array)[]): (() => RawAnswer) =>
    () => ({ pieces, end: 'close' })
  return [
    ['one byte at a time', close(...bytewise(Buffer.concat(good.map((part) => Buffer.from(part))))), 'served'],
    ['length one too large', close(wholeHead(length + 1), bytes), 'refused'],
    ['length one too small', close(wholeHead(length - (body.endsWith('\n') ? 2 : 1)), bytes), 'refused'],
    ['length told twice', close(wholeHead(length, `content-length: ${length + 3}`), bytes), 'refused'],
    ['interim replies', close('HTTP/1.1 100 Continue\r\n\r\n', INTERIM, ...good), 'served'],
    ['a flood of interim replies', close(...Array.from({ length: 20 }, () => 'HTTP/1.1 100 \r\n\r\n'.repeat(4000)), ...good), 'refused'],
    ['another protocol', close('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n', bytes), 'refused'],
    [
      'trailers',
      close(head('application/json', 'transfer-encoding: chunked'), chunked(bytes), '0\r\ncontent-length: 1\r\nx-usage: 9\r\n\r\n'),
      'served',
    ],
    [
      'endless trailers',
      close(head('application/json', 'transfer-encoding: chunked'), chunked(bytes), '0\r\n', 'x: y\r\n'.repeat(9000)),
      'refused',
    ],
    ['a chunk of no size', close(head('application/json', 'transfer-encoding: chunked'), 'zz\r\n', bytes), 'refused'],
    ['a redirect', close(`HTTP/1.1 302 Found\r\nlocation: /v1/other\r\ncontent-length: ${length}\r\n\r\n`, bytes), 'refused'],
    ['a redirect that keeps the method', close('HTTP/1.1 307 X\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'), 'refused'],
    ['garbage after the end', close(...good, GARBAGE), 'served'],
    ['a second reply after the end', close(...good, ...good), 'served'],
    ['no JSON', () => wholeAnswer('<html>busy</html>'), 'refused'],
    ['text that is no UTF-8', close(wholeHead(length), spoilText(bytes)), 'served'],
    ['truncated gzip', close(head('application/json', 'content-encoding: gzip'), Bun.gzipSync(bytes).subarray(0, 30)), 'refused'],
    ['an endless head', close('HTTP/1.1 200 OK\r\n', ...Array.from({ length: 100 }, () => `x: ${'y'.repeat(1000)}\r\n`)), 'refused'],
    ['closed before the reply', close(), 'refused'],
    ['reset before the reply', () => ({ pieces: [], end: 'reset' }), 'refused'],
  ]
}

/** The same reply, sent without waiting for the request: it may be taken or refused. */
const early = (one: Case, pieces: RawAnswer['pieces']): Case => ({
  ...one,
  name: `${one.name}, before the request`,
  answer: () => ({ pieces, end: 'close', isEarly: true }),
  expected: { ...one.expected, statuses: [200, 502] },
})

const wholeTransport = (wire: Wire): readonly Case[] => {
  const body = wholeBody(wire)
  const charge = billed(wire, FIGURES)
  return [
    ...answers(body).map(([name, answer, outcome]): Case => ({
      name: `whole, ${name}`,
      wire,
      isStream: false,
      answer,
      expected: outcome === 'served' ? exactly(charge) : refused,
    })),
    early({ name: 'whole', wire, isStream: false, answer: () => wholeAnswer(body), expected: exactly(charge) }, [
      wholeHead(Buffer.byteLength(body)),
      body,
    ]),
  ]
}

const streamTransport = (wire: Wire, form: StreamForm): readonly Case[] => {
  const frames = goodFrames(form)
  const bytes = bytesOf(frames)
  const charge = expectedOf(wire, frames)
  const one = (name: string, pieces: RawAnswer['pieces'], expected: Expected = charge): Case => ({
    name: `stream, ${name}`,
    wire,
    isStream: true,
    answer: () => ({ pieces, end: 'close' }),
    expected,
  })
  // A frame with a sum of its own is broken by it.
  const spoiled =
    form.hasSums === true
      ? expectedOf(
          wire,
          frames.slice(
            0,
            frames.findIndex(({ bytes: part }) => !spoilText(part).equals(part)),
          ),
        )
      : charge
  const short = Math.floor(bytes.length * 0.6)
  return [
    one('one byte at a time', [head(form.contentType), ...bytewise(bytes)]),
    { ...one('length too large', [head(form.contentType, `content-length: ${bytes.length + 9}`), bytes]), isWhole: true },
    one(
      'length too small',
      [head(form.contentType, `content-length: ${short}`), bytes],
      expectedOf(wire, framesWithin(wire, frames, short)),
    ),
    one('interim replies', [INTERIM, INTERIM, head(form.contentType), bytes]),
    one('trailers', [head(form.contentType, 'transfer-encoding: chunked'), chunked(bytes), '0\r\nx-usage: 9\r\n\r\n']),
    { ...one('chunks without an end', [head(form.contentType, 'transfer-encoding: chunked'), chunked(bytes)]), isWhole: true },
    one('garbage after the end', [head(form.contentType), bytes, GARBAGE]),
    one('text that is no UTF-8', [head(form.contentType), ...frames.map((part) => spoilText(part.bytes))], spoiled),
    one('compressed', [head(form.contentType, 'content-encoding: gzip'), Bun.gzipSync(new Uint8Array(bytes))]),
    one('nothing but pings', [head(form.contentType), form.ping, form.ping], refused),
    one('a page', [head('text/html'), '<html>busy</html>'], refused),
    {
      ...one('reset in the middle', []),
      answer: () => ({ ...streamAnswer(form, [...form.begin, form.text('half')]), end: 'reset' }),
      expected: { ...expectedOf(wire, [form.text('half')]), statuses: [200] },
    },
    early(one('good', []), [head(form.contentType), bytes]),
    {
      ...one('half a frame at the end', []),
      answer: () => streamAnswer(form, [form.text('half'), frame(form.text('lost').bytes.slice(0, 30))]),
      expected: expectedOf(wire, [form.text('half')]),
    },
  ]
}

/** Closed after every so many bytes of the head, of a whole body and of a stream. */
export const cutCases = (wire: Wire, lengths: (total: number) => readonly number[]): readonly Case[] => {
  const body = Buffer.from(wholeBody(wire))
  const all = Buffer.concat([Buffer.from(wholeHead(body.length)), body])
  const { stream: form } = wire
  return [
    ...lengths(all.length).map((length): Case => ({
      name: `whole closed after ${length} bytes`,
      wire,
      isStream: false,
      answer: () => ({ pieces: [all.subarray(0, length)], end: 'close' }),
      expected: refused,
    })),
    ...(form === undefined ? [] : lengths(bytesOf(goodFrames(form)).length).map((length) => cutStream(wire, form, length))),
  ]
}

export const transportCases = (wire: Wire): readonly Case[] => [
  ...wholeTransport(wire),
  ...(wire.stream === undefined ? [] : streamTransport(wire, wire.stream)),
]

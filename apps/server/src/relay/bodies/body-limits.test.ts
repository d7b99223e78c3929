import { expect, it } from 'bun:test'
import type { RelayReply } from '@weir/relay/reply'
import type { NewBodies } from '@weir/store/repositories/logs/request-bodies'
import { settingsFrom } from '../../settings/settings.ts'
import { createBodyLog } from './body-log.ts'

const MIB = 1_048_576

const open = (save: (bodies: NewBodies) => Promise<boolean>, kilobytes = '64') => {
  const errors: string[] = []
  const settings = settingsFrom(
    new Map([
      ['LogBodiesEnabled', 'true'],
      ['LogBodiesKilobytes', kilobytes],
    ]),
  )
  const log = createBodyLog({
    bodies: { save },
    settings: () => settings,
    clock: () => 5_000_900,
    onError: (error) => void errors.push(String(error)),
  })
  return { log, errors }
}

const keeping = (kilobytes?: string) => {
  const saved: NewBodies[] = []
  const opened = open((bodies) => Promise.resolve(saved.push(bodies) > 0), kilobytes)
  return { ...opened, saved }
}

type Log = ReturnType<typeof open>['log']

const reply = (body: RelayReply['body'], type = 'application/json'): RelayReply => ({
  status: 200,
  headers: { 'content-type': type },
  body,
})

interface Exchange {
  readonly request?: string | Uint8Array
  readonly reply?: RelayReply['body']
  readonly type?: string
}

const pass = (log: Log, id: string, exchange: Exchange): RelayReply => {
  const capture = log.open(id)
  if (capture === undefined) throw new Error('nothing is kept')
  capture.by(7)
  capture.request(exchange.request ?? '{}', 'application/json')
  return capture.reply(reply(exchange.reply ?? '{}', exchange.type))
}

const streamOf = (...pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

/** Blanks are no file in base64, which would become a note. */
const blanks = (length: number): string => ' '.repeat(length)

it('keeps a body of the very limit whole, and of a longer one the beginning without half a character', async () => {
  const { log, saved } = keeping('1')
  pass(log, 'a', { request: blanks(1024), reply: blanks(1025) })
  pass(log, 'b', { request: `${blanks(1023)}词`, reply: `${blanks(1021)}词` })
  await log.idle()
  expect(saved.map(({ request, reply: answer }) => [request, answer].map(({ text, bytes, isCut }) => [text.length, bytes, isCut]))).toEqual(
    [
      [
        [1024, 1024, false],
        [1024, 1025, true],
      ],
      [
        [1023, 1026, true],
        [1022, 1024, false],
      ],
    ],
  )
})

it('reads the first mebibyte of a body, as a text, as bytes and as a stream', async () => {
  const { log, saved } = keeping('1024')
  for (const length of [MIB, MIB + 1]) {
    const bytes = new Uint8Array(length).fill(32)
    pass(log, 'a', { request: blanks(length), reply: bytes })
    const { body } = pass(log, 'b', { request: bytes, reply: streamOf(bytes.subarray(1), bytes.subarray(0, 1)) })
    if (body instanceof ReadableStream) await new Response(body).arrayBuffer()
  }
  await log.idle()
  const told = saved.map(({ request, reply: answer }) => [request, answer].map(({ text, bytes, isCut }) => [text.length, bytes, isCut]))
  const whole = [MIB, MIB, false]
  const cut = [MIB, MIB + 1, true]
  expect(told).toEqual([
    [whole, whole],
    [whole, whole],
    [cut, cut],
    [cut, cut],
  ])
})

it('holds 64 mebibytes of running streams at most, and has room again when they end', async () => {
  const { log, saved } = keeping()
  const piece = new Uint8Array(MIB)
  const begin = (id: string, type: string, text?: string) => {
    const { body } = pass(log, id, { reply: text === undefined ? streamOf(piece) : streamOf(new TextEncoder().encode(text)), type })
    if (!(body instanceof ReadableStream)) throw new Error('no stream')
    return body.getReader()
  }
  const sounds = Array.from({ length: 63 }, (_, at) => begin(`sound ${at}`, 'audio/mpeg'))
  for (const reader of sounds) await reader.read()
  const texts = ['fits', 'last', 'none'].map((id) => begin(id, 'text/plain', id === 'last' ? blanks(MIB) : 'text'))
  for (const reader of texts) await reader.read()
  for (const reader of [...texts, ...sounds]) await reader.read()
  const later = begin('later', 'text/plain', 'text')
  await later.read()
  await later.read()
  await log.idle()
  const kept = (id: string) => saved.find(({ requestId }) => requestId === id)?.reply
  expect(kept('fits')).toEqual({ text: 'text', bytes: 4, isCut: false })
  expect(kept('last')).toMatchObject({ bytes: MIB, isCut: true })
  expect(kept('none')).toEqual({ text: '', bytes: 4, isCut: true })
  expect(kept('later')).toEqual({ text: 'text', bytes: 4, isCut: false })
  expect(kept('sound 62')).toEqual({ text: '[audio/mpeg, 1048576 bytes]', bytes: MIB, isCut: false })
})

it('lets 200 wait for the database, tells of those that it does not keep, and takes more when there is room', async () => {
  const written = Promise.withResolvers<boolean>()
  const saved: string[] = []
  const { log, errors } = open(({ requestId }) => {
    saved.push(requestId)
    return written.promise
  })
  for (let count = 1; count <= 201; count++) pass(log, `r${count}`, {})
  expect(errors).toEqual(['Error: 200 bodies wait for the database: those of request r201 are not kept'])
  written.resolve(true)
  await log.idle()
  expect([saved.length, saved.at(-1)]).toEqual([200, 'r200'])
  pass(log, 'r202', {})
  await log.idle()
  expect([saved.length, saved.at(-1), errors.length]).toEqual([201, 'r202', 1])
})

it('tells of a failure to save, also of one that is thrown, and is idle afterwards', async () => {
  const failures = [
    () => Promise.reject(new Error('the disk is full')),
    () => {
      throw new Error('closed')
    },
  ]
  const { log, errors } = open(() => (failures.shift() ?? (() => Promise.resolve(true)))())
  pass(log, 'a', {})
  pass(log, 'b', {})
  await log.idle()
  expect(errors.toSorted()).toEqual(['Error: closed', 'Error: the disk is full'])
})

it('keeps one pair of a request, with the second in which it began', async () => {
  const { log, saved } = keeping()
  const capture = log.open('a')
  capture?.by(7)
  capture?.request('{"a":1}', 'application/json')
  capture?.reply(reply('{"b":2}'))
  const again = reply('{"c":3}')
  expect(capture?.reply(again)).toBe(again)
  await log.idle()
  expect(saved).toEqual([
    {
      requestId: 'a',
      userId: 7,
      createdAt: 5000,
      request: { text: '{"a":1}', bytes: 7, isCut: false },
      reply: { text: '{"b":2}', bytes: 7, isCut: false },
    },
  ])
})

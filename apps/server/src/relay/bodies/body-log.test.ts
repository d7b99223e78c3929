import { expect, it } from 'bun:test'
import type { RelayReply } from '@weir/relay/reply'
import type { NewBodies } from '@weir/store/repositories/logs/request-bodies'
import { settingsFrom } from '../../settings/settings.ts'
import { createBodyLog } from './body-log.ts'

const open = () => {
  const saved: NewBodies[] = []
  const settings = settingsFrom(new Map([['LogBodiesEnabled', 'true']]))
  const log = createBodyLog({
    bodies: {
      save: (bodies) => {
        saved.push(bodies)
        return Promise.resolve(true)
      },
    },
    settings: () => settings,
    clock: () => 5_000_400,
    onError: (error) => {
      throw error
    },
  })
  return { log, saved }
}

const begin = () => {
  const { log, saved } = open()
  const capture = log.open('r')
  if (capture === undefined) throw new Error('nothing is kept')
  capture.by(7)
  capture.request('{"a":1}', '')
  return { log, saved, capture }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const reply = (body: RelayReply['body'], type = 'text/event-stream'): RelayReply => ({
  status: 200,
  headers: { 'content-type': type },
  body,
})

const readerOf = ({ body }: RelayReply) => {
  if (!(body instanceof ReadableStream)) throw new Error('no stream')
  return body.getReader()
}

it('keeps what was delivered when the caller leaves in the middle, and passes the end on', async () => {
  const { log, saved, capture } = begin()
  const cancelled: unknown[] = []
  const inner = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes('data: 1\n\n')),
    cancel: (reason) => void cancelled.push(reason),
  })
  const reader = readerOf(capture.reply(reply(inner)))
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 1\n\n')
  await reader.cancel('left')
  await log.idle()
  expect(cancelled).toEqual(['left'])
  expect(saved).toMatchObject([{ requestId: 'r', userId: 7, createdAt: 5000, reply: { text: 'data: 1\n\n', bytes: 9, isCut: false } }])
})

it('keeps what came before a stream broke, and breaks as it did', async () => {
  const { log, saved, capture } = begin()
  let pulls = 0
  const inner = new ReadableStream<Uint8Array>(
    { pull: (controller) => (pulls++ === 0 ? controller.enqueue(bytes('half')) : controller.error(new Error('broken'))) },
    { highWaterMark: 0 },
  )
  const reader = readerOf(capture.reply(reply(inner)))
  await reader.read()
  expect(await reader.read().catch((error: unknown) => String(error))).toBe('Error: broken')
  await log.idle()
  expect(saved).toMatchObject([{ reply: { text: 'half', bytes: 4 } }])
})

it('reads no further ahead than the caller does', async () => {
  const { capture } = begin()
  let pulls = 0
  const inner = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        pulls++
        controller.enqueue(bytes('x'))
      },
    },
    { highWaterMark: 0 },
  )
  const reader = readerOf(capture.reply(reply(inner)))
  await reader.read()
  expect(pulls).toBe(1)
  await reader.cancel()
})

it('counts the bytes of a stream that is too long, and keeps the beginning', async () => {
  const { log, saved, capture } = begin()
  let pieces = 0
  const inner = new ReadableStream<Uint8Array>({
    pull: (controller) => (pieces++ < 40 ? controller.enqueue(bytes('词 '.repeat(16_384))) : controller.close()),
  })
  const reader = readerOf(capture.reply(reply(inner)))
  while (!(await reader.read()).done);
  await log.idle()
  expect(saved).toMatchObject([{ reply: { bytes: 40 * 65_536, isCut: true } }])
  expect(bytes(saved[0]?.reply.text ?? '').length).toBeLessThanOrEqual(65_536)
})

it('keeps of sounds and forms their type and size', async () => {
  const { log, saved, capture } = begin()
  capture.request(bytes('--x'), 'multipart/form-data; boundary=x')
  capture.reply(reply(bytes('12345'), 'audio/mpeg'))
  await log.idle()
  expect(saved).toMatchObject([{ request: { text: '[multipart/form-data, 3 bytes]' }, reply: { text: '[audio/mpeg, 5 bytes]', bytes: 5 } }])
})

it('keeps the type of sounds and files without its parameters, whether they come whole or in pieces', async () => {
  const { log, saved, capture } = begin()
  capture.request('词词', 'application/octet-stream; name=x')
  const inner = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes('12345'))
      controller.close()
    },
  })
  const reader = readerOf(capture.reply(reply(inner, 'audio/pcm; rate=24000')))
  while (!(await reader.read()).done);
  await log.idle()
  expect(saved).toMatchObject([
    { request: { text: '[application/octet-stream, 6 bytes]', bytes: 6 }, reply: { text: '[audio/pcm, 5 bytes]', bytes: 5 } },
  ])
})

it('keeps nothing of a request without an owner or a body, and nothing while it is off', async () => {
  const { log, saved } = open()
  const unknown = log.open('a')
  unknown?.request('{}', '')
  unknown?.reply(reply('{}', 'application/json'))
  const empty = log.open('b')
  empty?.by(7)
  empty?.reply(reply('{}', 'application/json'))
  await log.idle()
  expect(saved).toEqual([])
  for (const off of [{}, { LogBodiesEnabled: 'true', LogConsumeEnabled: 'false' }]) {
    const settings = settingsFrom(new Map(Object.entries(off)))
    const idle = createBodyLog({
      bodies: { save: () => Promise.reject(new Error('saved')) },
      settings: () => settings,
      clock: Date.now,
      onError: () => undefined,
    })
    expect(idle.open('c')).toBeUndefined()
  }
})

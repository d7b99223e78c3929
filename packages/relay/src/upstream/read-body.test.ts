import { expect, it } from 'bun:test'
import { NetworkFailure } from './network-failure.ts'
import { readBody, readerOf, type Readable } from './read-body.ts'

const TOO_LARGE = 'the reply is larger than 10 bytes'

const replyIn = (sizes: readonly number[], headers: Readonly<Record<string, string>> = {}) => {
  const left = [...sizes]
  const told = { isCancelled: false }
  const reply: Readable = {
    headers: new Headers(headers),
    body: null,
    pieces: () => ({
      read: () => {
        const size = left.shift()
        return Promise.resolve(size === undefined ? { done: true } : { done: false, value: new Uint8Array(size).fill(7) })
      },
      cancel: () => {
        told.isCancelled = true
      },
    }),
  }
  return { reply, told }
}

it('joins the pieces of a body of the largest size that is allowed', async () => {
  const { reply, told } = replyIn([4, 6])
  expect(await readBody(reply, 10)).toEqual(new Uint8Array(10).fill(7))
  expect(told.isCancelled).toBe(false)
})

it('gives up a body that grows beyond the limit, and reads no more of it', async () => {
  const { reply, told } = replyIn([4, 7, 1])
  const failure = await Promise.resolve(readBody(reply, 10)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NetworkFailure)
  expect(failure).toMatchObject({ name: 'ReplyTooLarge', message: TOO_LARGE })
  expect(told.isCancelled).toBe(true)
})

it('has let go of a body that is too large before it says so', async () => {
  const letGo = Promise.withResolvers<void>()
  const { reply } = replyIn([11])
  const slow: Readable = {
    ...reply,
    pieces: () => ({ read: () => Promise.resolve({ done: false, value: new Uint8Array(11) }), cancel: () => letGo.promise }),
  }
  let told = ''
  const failing = Promise.resolve(readBody(slow, 10)).catch((error: unknown) => void (told = String(error)))
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(told).toBe('')
  letGo.resolve()
  await failing
  expect(told).toBe(`ReplyTooLarge: ${TOO_LARGE}`)
})

it.each(['transfer-encoding', 'content-encoding'])('believes no length that stands beside a %s', async (name) => {
  const { reply } = replyIn([4, 7, 1], { 'content-length': '4', [name]: name === 'transfer-encoding' ? 'chunked' : 'gzip' })
  const whole: Readable = { ...reply, bytes: () => new Uint8Array(12) }
  expect(await Promise.resolve(readBody(whole, 10)).catch(String)).toBe(`ReplyTooLarge: ${TOO_LARGE}`)
})

it('does not begin with a body that says it is too large', async () => {
  let asked = 0
  const announced = (length: number): Readable => ({
    headers: new Headers({ 'content-length': String(length) }),
    body: null,
    bytes: () => {
      asked++
      return new Uint8Array(length)
    },
  })
  expect(await Promise.resolve(readBody(announced(11), 10)).catch(String)).toBe(`ReplyTooLarge: ${TOO_LARGE}`)
  expect(asked).toBe(0)
  expect(await readBody(announced(10), 10)).toHaveLength(10)
  expect(await readBody(announced(0), 10)).toHaveLength(0)
  expect(asked).toBe(2)
})

it('reads piece by piece what does not say how long it is', async () => {
  const { reply } = replyIn([3])
  const bytes = () => {
    throw new Error('read at once')
  }
  expect(await readBody({ ...reply, bytes }, 10)).toHaveLength(3)
})

it('waits for each piece, and for a body in one piece', async () => {
  let waits = 0
  const wait = <T>(work: T): T => {
    waits++
    return work
  }
  await readBody(replyIn([1, 1]).reply, 10, wait)
  expect(waits).toBe(3)
  await readBody({ headers: new Headers({ 'content-length': '1' }), body: null, bytes: () => new Uint8Array(1) }, 10, wait)
  expect(waits).toBe(4)
})

it('takes no body for an empty one', async () => {
  expect(readerOf({ body: null })).toBeUndefined()
  expect(await readBody({ headers: new Headers(), body: null }, 10)).toEqual(new Uint8Array())
})

const broken = async (thrown: unknown): Promise<never> => {
  throw thrown
}

it.each([
  ['reset', new Error('reset')],
  ['odd', 'odd'],
  ['known', new NetworkFailure('known')],
])('takes a body that breaks off with %p for a failure of the network', async (message, thrown) => {
  const reply: Readable = {
    headers: new Headers(),
    body: null,
    pieces: () => ({ read: () => broken(thrown), cancel: () => undefined }),
  }
  const failure = await Promise.resolve(readBody(reply, 10)).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'NetworkFailure', message })
})

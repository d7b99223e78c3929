import { describe, expect, it } from 'bun:test'
import { decoded, failedWith } from '@weir/dialects/model/event'
import type { AccessExchange, Provider } from '@weir/dialects/model/provider'
import type { Send } from '../ports.ts'
import { channelOf } from '../testing/sample-records.ts'
import { createAccessTokens } from './access-tokens.ts'

const NOW = 1_000_000
const request = { method: 'POST', url: 'u', headers: {}, body: '' } as const

const open = ({ access = {}, reply = 'ok' }: { access?: Partial<AccessExchange>; reply?: string | Error } = {}) => {
  let now = NOW
  let asked = 0
  const waits: number[] = []
  const stopped: number[] = []
  const send: Send = () => {
    asked++
    return reply instanceof Error
      ? Promise.reject(reply)
      : Promise.resolve({ status: 201, headers: new Headers(), body: new Response(reply).body })
  }
  const ports = {
    send,
    clock: () => now,
    nonce: () => 'n',
    startTimer: (ms: number) => {
      waits.push(ms)
      return () => void stopped.push(ms)
    },
  }
  const provider: Provider = {
    id: 'p',
    channelType: 1,
    classify: () => 'broken',
    access: {
      request: () => request,
      decode: ({ status, body }, at) => decoded({ token: `${body} ${status} ${asked}`, expiresAt: at + 100_000 }),
      ...access,
    },
  }
  const tokens = createAccessTokens(ports, 5000)
  const signal = new AbortController().signal
  return {
    tokenFor: (over: object = {}) => tokens.tokenFor(provider, channelOf(over, 0), signal),
    forget: (over: object = {}) => tokens.forget(channelOf(over, 0)),
    plain: () => tokens.tokenFor({ id: 'q', channelType: 2, classify: () => 'broken' }, channelOf({}, 0), signal),
    advance: (ms: number) => void (now += ms),
    asked: () => asked,
    waits,
    stopped,
  }
}

describe('a token of an exchange', () => {
  it('is fetched within the time allowed, and kept until a minute before its end', async () => {
    const { tokenFor, advance, asked, waits, stopped } = open()
    expect(await tokenFor()).toEqual({ token: 'ok 201 1', isFresh: true })
    expect([waits, stopped]).toEqual([[5000], [5000]])
    advance(39_999)
    expect(await tokenFor()).toEqual({ token: 'ok 201 1', isFresh: false })
    advance(1)
    expect(await tokenFor()).toEqual({ token: 'ok 201 2', isFresh: true })
    expect(asked()).toBe(2)
  })

  it('is fetched once for all who wait, and anew after it was refused', async () => {
    const { tokenFor, forget, asked } = open()
    const [one, two] = await Promise.all([tokenFor(), tokenFor()])
    expect([one, two, asked()]).toEqual([{ token: 'ok 201 1', isFresh: true }, { token: 'ok 201 1', isFresh: true }, 1])
    forget()
    expect(await tokenFor()).toEqual({ token: 'ok 201 2', isFresh: true })
  })

  it.each([{ id: 2 }, { key: 'other' }, { baseUrl: 'https://x' }, { config: { region: 'x' } }])(
    'is of one channel as it stands: %j',
    async (over) => {
      const { tokenFor, asked } = open()
      await tokenFor()
      await tokenFor(over)
      expect(asked()).toBe(2)
    },
  )

  it('is none where the provider or the key needs none', async () => {
    const { tokenFor, plain, asked } = open({ access: { request: () => undefined } })
    expect([await tokenFor(), await plain(), asked()]).toEqual([{ token: '', isFresh: true }, { token: '', isFresh: true }, 0])
  })

  it('may be made without asking anyone', async () => {
    const { tokenFor, asked } = open({ access: { request: () => ({ token: 'made', expiresAt: NOW + 100_000 }) } })
    expect([await tokenFor(), await tokenFor(), asked()]).toEqual([{ token: 'made', isFresh: true }, { token: 'made', isFresh: false }, 0])
  })

  it('fails as the exchange fails, and is asked for again', async () => {
    const refused = open({ access: { decode: () => failedWith('bad-credential', 'no') } })
    expect(await refused.tokenFor()).toEqual({ failure: { fault: 'bad-credential', message: 'no' } })
    await refused.tokenFor()
    expect(refused.asked()).toBe(2)
    const gone = open({ reply: new Error('reset') })
    expect(await gone.tokenFor()).toEqual({ failure: { fault: 'unreachable', message: '' } })
    expect(gone.stopped).toEqual([5000])
  })

  it('is told in 64 KiB at most', async () => {
    expect(await open({ reply: 'x'.repeat(65_536) }).tokenFor()).toMatchObject({ isFresh: true })
    expect(await open({ reply: 'x'.repeat(65_537) }).tokenFor()).toEqual({ failure: { fault: 'unreachable', message: '' } })
  })
})

import { describe, expect, it } from 'bun:test'
import { parseJson } from '@weir/dialects/json'
import type { ClientSecret } from '../client-secrets.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { Caller } from '../stage-types.ts'
import { giveClientSecret, type ClientSecretInput } from './client-secrets.ts'

const given = (body: unknown, over: { isOlder?: boolean; length?: number; models?: readonly string[] } = {}) => {
  const sealed: ClientSecret[] = []
  const ports = {
    clock: () => 5999,
    clientSecrets: { seal: (secret: ClientSecret) => (sealed.push(secret), 'e'.repeat(over.length ?? 3)) },
  } as unknown as Ports
  const rawBody = typeof body === 'string' ? body : JSON.stringify(body)
  const input = { authorization: 'Bearer k', isOlder: over.isOlder ?? false, rawBody, requestId: 'r' } as unknown as ClientSecretInput
  const reply = giveClientSecret(input, { models: over.models ?? [] } as unknown as Caller, ports)
  return { reply, json: typeof reply.body === 'string' ? parseJson(reply.body) : undefined, sealed }
}

const refusalOf = (...asked: Parameters<typeof given>) => {
  try {
    given(...asked)
  } catch (error) {
    if (error instanceof RelayRefusal) return [error.kind, error.options.param, error.text('zh'), error.text('en')]
    throw error
  }
  return undefined
}

const session = { model: 'm', voice: 'v' }

describe('a client secret', () => {
  it('is for the session it was asked for, for ten minutes', () => {
    const { reply, json, sealed } = given({ session })
    expect(sealed).toEqual([{ authorization: 'Bearer k', expiresAt: 605, session: { type: 'realtime', model: 'm', voice: 'v' } }])
    expect(json).toEqual({
      value: 'eee',
      expires_at: 605,
      session: { type: 'realtime', model: 'm', voice: 'v', object: 'realtime.session', id: 'sess_r' },
    })
    expect([reply.status, reply.headers]).toEqual([200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }])
  })

  it('on the older path is told with the session, and lives ten minutes', () => {
    const { json, sealed } = given({ ...session, expires_after: { seconds: 20 } }, { isOlder: true })
    expect(sealed[0]?.expiresAt).toBe(605)
    expect(json).toMatchObject({ model: 'm', voice: 'v', object: 'realtime.session', client_secret: { value: 'eee', expires_at: 605 } })
    expect(json).not.toHaveProperty('type')
  })

  it.each([
    [10, 15],
    [7200, 7205],
  ])('lives %i seconds where that is asked for', (seconds, expires) => {
    expect(given({ session, expires_after: { seconds } }).json).toMatchObject({ expires_at: expires })
  })

  it.each([9, 7201, 10.5, '600', null].filter((seconds) => seconds !== null))('does not live %j seconds', (seconds) => {
    const shown = JSON.stringify(seconds)
    expect(refusalOf({ session, expires_after: { seconds } })).toEqual([
      'invalid-request',
      'expires_after.seconds',
      `expires_after.seconds 应为 10 到 7200 的整数，收到 ${shown}`,
      `expires_after.seconds must be a whole number from 10 to 7200, got ${shown}`,
    ])
  })

  it('is for a model that the token may use', () => {
    const words = ['请写明会话的模型', 'Name the model of the session']
    expect(refusalOf('')).toEqual(['invalid-request', 'session.model', ...words])
    expect(refusalOf({ session: {} })).toEqual(['invalid-request', 'session.model', ...words])
    expect(refusalOf({}, { isOlder: true })).toEqual(['invalid-request', 'model', ...words])
    expect(refusalOf({ session }, { models: ['n'] })?.[0]).toBe('model-not-allowed')
    expect(refusalOf({ session }, { models: ['n', 'm'] })).toBeUndefined()
  })

  it('is for realtime sessions', () => {
    const words = (shown: string) => [`会话类型只支持 realtime，收到 ${shown}`, `Sessions of the type realtime are served, got ${shown}`]
    const typed = (type: unknown) => ({ ...session, type })
    expect(refusalOf({ session: typed('transcription') })).toEqual(['invalid-request', 'session.type', ...words('"transcription"')])
    expect(refusalOf(typed(7), { isOlder: true })).toEqual(['invalid-request', 'type', ...words('7')])
    expect(refusalOf({ session: typed('realtime') })).toBeUndefined()
  })

  it.each(['[]', 'nonsense', '7'])('is not given for %s', (body) => {
    expect(refusalOf(body)?.slice(2)).toEqual(['请求体不是 JSON 对象', 'The request body is not a JSON object'])
  })

  it('fits into a header line of 7000 letters', () => {
    expect(refusalOf({ session }, { length: 7000 })).toBeUndefined()
    expect(refusalOf({ session }, { length: 7001 })).toEqual([
      'invalid-request',
      'session',
      '会话设置过长，无法放入临时密钥：请缩短 instructions 和 tools，或在连接后用 session.update 发送',
      'The settings are too long for a client secret: shorten instructions and tools, or send them with session.update once connected',
    ])
  })
})

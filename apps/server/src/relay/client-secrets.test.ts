import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { giveClientSecret } from '@weir/relay/endpoints/client-secrets'
import { authenticate } from '@weir/relay/stages/authenticate'
import { openRelayHarness, type RelayHarness } from '../testing/relay-harness.ts'
import { openRealtimeStand } from '../testing/realtime-stand.ts'

const KEY = 'k'.repeat(48)
const AUTHORIZATION = `Bearer sk-${KEY}`
const SESSION = { type: 'realtime', model: 'gpt-realtime', instructions: 'Be kind.' }

let harness: RelayHarness

beforeAll(async () => {
  harness = await openRelayHarness()
  await harness.addChannel({ models: 'gpt-realtime,gpt-other' })
  const userId = await harness.store.users.create({ username: 'talker', passwordHash: '', displayName: '', role: 1, startQuota: 1_000_000 })
  const fields = { name: 't', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: 'gpt-realtime', subnet: '' }
  await harness.store.tokens.create(userId, KEY, fields)
})
afterAll(() => harness.close())

const give = async (body: object | string, isOlder = false): Promise<{ readonly [name: string]: unknown }> => {
  const input = {
    address: '192.0.2.1',
    requestId: 'r',
    language: 'en' as const,
    envelope: chatEnvelope,
    signal: new AbortController().signal,
    rawBody: typeof body === 'string' ? body : JSON.stringify(body),
    authorization: AUTHORIZATION,
    isOlder,
  }
  const reply = giveClientSecret(input, await authenticate(AUTHORIZATION, '192.0.2.1', harness.ports), harness.ports)
  return (await new Response(reply.body).json()) as { readonly [name: string]: unknown }
}

const valueOf = async (body: object): Promise<string> => String((await give(body))['value'])

describe('a client secret', () => {
  it('is given in the vendor’s form, for ten minutes unless told otherwise', async () => {
    const now = Math.floor(harness.time.now / 1000)
    expect(await give({ session: SESSION })).toEqual({
      value: expect.stringMatching(/^ek_/),
      expires_at: now + 600,
      session: { ...SESSION, object: 'realtime.session', id: 'sess_r' },
    })
    expect(await give({ expires_after: { anchor: 'created_at', seconds: 7200 }, session: SESSION })).toMatchObject({
      expires_at: now + 7200,
    })
    expect(await give({ model: 'gpt-realtime', voice: 'marin' }, true)).toEqual({
      model: 'gpt-realtime',
      voice: 'marin',
      object: 'realtime.session',
      id: 'sess_r',
      client_secret: { value: expect.stringMatching(/^ek_/), expires_at: now + 600 },
    })
  })

  const WRONG: readonly (readonly [string, object | string, string])[] = [
    ['a time that is too short', { expires_after: { seconds: 9 }, session: SESSION }, 'expires_after.seconds'],
    ['a time that is too long', { expires_after: { seconds: 7201 }, session: SESSION }, 'expires_after.seconds'],
    ['no model', { session: { type: 'realtime' } }, 'session.model'],
    ['another kind of session', { session: { type: 'transcription' } }, 'session.type'],
    ['settings that no header can hold', { session: { ...SESSION, instructions: 'x'.repeat(8000) } }, 'session'],
  ]

  it.each(WRONG)('is refused for %s, by name', async (_, body, param) => {
    const refusal: unknown = await give(body).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refusal).toMatchObject({ kind: 'invalid-request', options: { param } })
  })

  it('is refused for a model that the token may not use, and for a body that is none', async () => {
    await expect(give({ session: { ...SESSION, model: 'gpt-other' } })).rejects.toMatchObject({ kind: 'model-not-allowed' })
    await expect(give('[]')).rejects.toMatchObject({ kind: 'invalid-request' })
  })

  it('opens a session with its settings and for its model alone', async () => {
    const authorization = `Bearer ${await valueOf({ session: SESSION })}`
    const { upstream, leave, ended } = await openRealtimeStand(harness, { authorization })
    expect(upstream.sent).toEqual([{ type: 'session.update', session: { type: 'realtime', instructions: 'Be kind.' } }])
    leave()
    await ended
    await expect(openRealtimeStand(harness, { authorization, model: 'gpt-other' })).rejects.toMatchObject({ kind: 'invalid-request' })
  })

  it('opens nothing after its time, and nothing else at any time', async () => {
    const value = await valueOf({ expires_after: { seconds: 10 }, session: SESSION })
    expect(() => authenticate(`Bearer ${value}`, '192.0.2.1', harness.ports)).toThrow('invalid-token')
    harness.time.now += 10_000
    await expect(openRealtimeStand(harness, { authorization: value })).rejects.toMatchObject({ kind: 'client-secret-expired' })
    await expect(openRealtimeStand(harness, { authorization: `${value}x` })).rejects.toMatchObject({ kind: 'invalid-token' })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { RelayRefusal } from '@weir/relay/refusal'
import type { SocketListener, UpstreamSocket } from '@weir/relay/socket'
import { openRelayHarness, type RelayHarness } from '../../testing/relay-harness.ts'
import { createRealtimeDoor, type Upgrade } from './realtime-door.ts'

const KEY = 'k'.repeat(48)

let harness: RelayHarness

beforeAll(async () => {
  harness = await openRelayHarness()
  await harness.addChannel({ models: 'gpt-realtime' })
  const userId = await harness.store.users.create({ username: 'talker', passwordHash: '', displayName: '', role: 1, startQuota: 1_000_000 })
  const fields = { name: 't', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
  await harness.store.tokens.create(userId, KEY, fields)
})

afterAll(() => harness.close())

class GreetingSocket implements UpstreamSocket {
  closedWith: number | undefined
  send(): void {}
  bufferedBytes = (): number => 0
  pause(): void {}
  resume(): void {}
  ping(): void {}
  close(code: number): void {
    this.closedWith = code
  }
  listen(listener: SocketListener): void {
    listener.message(JSON.stringify({ type: 'session.created', session: {} }))
  }
}

const knock = async (headers: Readonly<Record<string, string>>, isUpgraded = true) => {
  const socket = new GreetingSocket()
  const dialled: Readonly<Record<string, string>>[] = []
  const handed: Readonly<Record<string, string>>[] = []
  const upgrade: Upgrade = (_, session, named) => {
    handed.push(named)
    if (isUpgraded) void session.end({ code: 1000, reason: '' })
    return isUpgraded
  }
  const openSocket = (request: { readonly headers: Readonly<Record<string, string>> }): Promise<UpstreamSocket> => {
    dialled.push(request.headers)
    return Promise.resolve(socket)
  }
  const door = createRealtimeDoor({ ports: { ...harness.ports, openSocket }, upgrade, refusalOf: () => new RelayRefusal('internal') })
  const request = new Request('http://weir.test/v1/realtime?model=gpt-realtime', { headers })
  const input = {
    address: '192.0.2.1',
    requestId: `r${crypto.randomUUID()}`,
    language: 'en' as const,
    envelope: chatEnvelope,
    signal: new AbortController().signal,
  }
  const call = { request, path: '/v1/realtime', authorization: `Bearer sk-${KEY}`, wire: 'chat' as const, input }
  const reply = await door(call).catch((error: unknown) => error)
  const left = (await harness.store.users.findByName('talker'))?.user.quota
  return { reply, socket, dialled, handed, left, requestId: input.requestId }
}

const upgrade = { upgrade: 'WebSocket' }

describe('the door of realtime sessions', () => {
  it('lets in who asks for a socket, however that is spelled, and names the request', async () => {
    const { reply, handed, requestId } = await knock(upgrade)
    expect(reply).toMatchObject({ status: 101, headers: {}, body: '' })
    expect(handed).toEqual([{ 'x-request-id': requestId, 'x-oneapi-request-id': requestId }])
  })

  it('chooses the protocol of a browser, which names its key beside it', async () => {
    const { handed, requestId } = await knock({ ...upgrade, 'sec-websocket-protocol': 'realtime, openai-insecure-api-key.sk-x' })
    expect(handed).toEqual([{ 'x-request-id': requestId, 'x-oneapi-request-id': requestId, 'sec-websocket-protocol': 'realtime' }])
  })

  it.each([
    [{ 'openai-beta': 'realtime=v1' }, true],
    [{ 'openai-beta': 'assistants=v2, realtime=v1' }, true],
    [{ 'sec-websocket-protocol': 'realtime, openai-beta.realtime-v1' }, true],
    [{ 'openai-beta': 'realtime=v12' }, false],
    [{}, false],
  ])('asks upstream for the beta with %p: %p', async (headers, isBeta) => {
    const { dialled } = await knock({ ...upgrade, ...headers })
    expect(dialled.map((sent) => sent['openai-beta'] === 'realtime=v1')).toEqual([isBeta])
  })

  it('refuses who wants no socket, before anything is dialled', async () => {
    const { reply, dialled } = await knock({ upgrade: 'h2c' })
    expect(reply).toMatchObject({ kind: 'websocket-required' })
    expect(dialled).toEqual([])
  })

  it('closes upstream again when the handshake is none, and has given back what was held before it says so', async () => {
    const { reply, socket, left } = await knock(upgrade, false)
    expect(reply).toMatchObject({ kind: 'invalid-request' })
    expect([socket.closedWith, left]).toEqual([1000, 1_000_000])
  })
})

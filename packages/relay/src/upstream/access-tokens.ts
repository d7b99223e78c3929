import type { AccessToken, Provider } from '@weir/dialects/model/provider'
import type { AccessGrant, AccessTokens, Channel, Ports } from '../ports.ts'
import { proxiedOn } from './channel-request.ts'
import { readBody } from './read-body.ts'

/** Renewed this long before the end, so that no request leaves with a token that dies on the way. */
const RENEW_BEFORE_MS = 60_000
const MAX_REPLY_BYTES = 64 * 1024
const NO_TOKEN: AccessGrant = { token: '', isFresh: true }

type AccessPorts = Pick<Ports, 'send' | 'clock' | 'nonce' | 'startTimer'>

/** Keeps exchanged tokens in memory, by channel and key, and asks for each one once however many requests wait for it. */
export const createAccessTokens = (ports: AccessPorts, timeoutMs: number): AccessTokens => {
  const known = new Map<string, AccessToken>()
  const running = new Map<string, Promise<AccessGrant>>()
  const nameOf = (channel: Channel): string => `${channel.id} ${channel.baseUrl} ${channel.key} ${JSON.stringify(channel.config)}`

  const remember = (name: string, token: AccessToken): AccessGrant => {
    known.set(name, token)
    return { token: token.token, isFresh: true }
  }

  const exchange = async (provider: Provider, channel: Channel): Promise<AccessGrant> => {
    const asked = provider.access?.request(channel, { now: ports.clock(), nonce: ports.nonce })
    if (asked === undefined) return NO_TOKEN
    if ('token' in asked) return remember(nameOf(channel), asked)
    const controller = new AbortController()
    const cancel = ports.startTimer(timeoutMs, () => controller.abort())
    try {
      const reply = await ports.send(proxiedOn(channel, asked), controller.signal)
      const body = new TextDecoder().decode(await readBody(reply, MAX_REPLY_BYTES))
      const answer = provider.access?.decode({ status: reply.status, body }, ports.clock())
      if (answer === undefined) return NO_TOKEN
      return answer.ok ? remember(nameOf(channel), answer.value) : { failure: answer.failure }
    } catch {
      return { failure: { fault: 'unreachable', message: '' } }
    } finally {
      cancel()
    }
  }

  return {
    tokenFor: (provider, channel) => {
      if (provider.access === undefined) return NO_TOKEN
      const name = nameOf(channel)
      const cached = known.get(name)
      if (cached !== undefined && cached.expiresAt - RENEW_BEFORE_MS > ports.clock()) return { token: cached.token, isFresh: false }
      const pending = running.get(name) ?? exchange(provider, channel).finally(() => running.delete(name))
      running.set(name, pending)
      return pending
    },
    forget: (channel) => void known.delete(nameOf(channel)),
  }
}

import type { ChannelObject } from '@weir/contract/channel'
import { Refusal, notFound, type Language } from '@weir/contract/errors'
import { saturated } from '@weir/contract/values/quantity'
import type { BalanceLookup, Provider } from '@weir/dialects/model/provider'
import type { EncodeContext, UpstreamRequest } from '@weir/dialects/model/upstream'
import type { Channel, Ports } from '@weir/relay/ports'
import { requestOn } from '@weir/relay/upstream/channel-request'
import { readBody } from '@weir/relay/upstream/read-body'
import type { Channels } from '@weir/store/repositories/channels'
import { withoutSecrets } from '@weir/relay/upstream/without-secrets'
import { balanceReason } from './channel-texts.ts'
import { missingKey, resolveTarget } from './resolved-target.ts'

const TIMEOUT_MS = 15_000
const MAX_REPLY_BYTES = 1024 * 1024
const MAX_MESSAGE = 512
/** A lookup that never comes to an end must not be asked for ever. */
const MAX_STEPS = 8

/** The balance in the provider's own unit, stored with the channel. Refuses with the reason when it cannot be had. */
export type UpdateBalance = (channel: ChannelObject, language?: Language) => Promise<number>

interface Dependencies {
  readonly channels: Pick<Channels, 'target' | 'update'>
  readonly ports: Pick<Ports, 'send' | 'access' | 'clock' | 'nonce' | 'startTimer' | 'providerFor' | 'shutdown' | 'resolveKey'>
}

interface Lookup {
  readonly provider: Provider
  readonly balance: BalanceLookup
  readonly target: Channel
  readonly signal: AbortSignal
  readonly language: Language
}

const failed = (reason: string): Refusal => new Refusal('balance-failed', { reason })

export const createUpdateBalance = ({ channels, ports }: Dependencies): UpdateBalance => {
  const ask = async (request: UpstreamRequest, signal: AbortSignal): Promise<{ readonly status: number; readonly body: string }> => {
    const reply = await ports.send(request, signal)
    return { status: reply.status, body: new TextDecoder().decode(await readBody(reply, MAX_REPLY_BYTES)) }
  }

  const lookUp = async ({ provider, balance, target, signal, language }: Lookup): Promise<number> => {
    const grant = await ports.access.tokenFor(provider, target, signal)
    if ('failure' in grant) throw failed(grant.failure.message || balanceReason(grant.failure.fault, language))
    const context: EncodeContext = { now: ports.clock(), nonce: ports.nonce, accessToken: grant.token }
    const replies: { readonly status: number; readonly body: string }[] = []
    for (let step = 0; step < MAX_STEPS; step++) {
      const next = balance.next(replies, target, context)
      if ('ok' in next) {
        if (next.ok) return next.value
        throw failed(next.failure.message || balanceReason(next.failure.fault, language))
      }
      replies.push(await ask(requestOn(target, next), signal))
    }
    throw failed(balanceReason('broken', language))
  }

  const withinTime = async (lookup: Omit<Lookup, 'signal'>): Promise<number> => {
    const controller = new AbortController()
    const cancel = ports.startTimer(TIMEOUT_MS, () => controller.abort())
    const forgetCut = ports.shutdown.onCut(() => controller.abort())
    try {
      return await lookUp({ ...lookup, signal: controller.signal })
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw failed(balanceReason(controller.signal.aborted ? 'too-slow' : 'unreachable', lookup.language))
    } finally {
      cancel()
      forgetCut()
    }
  }

  return async (channel, language = 'zh') => {
    const provider = ports.providerFor(channel.type)
    if (provider?.balance === undefined) throw new Refusal('balance-unsupported')
    const read = await resolveTarget(channels, { id: channel.id }, ports.resolveKey)
    if (read === undefined) throw notFound('channel', channel.id)
    if (read.key === undefined) throw missingKey(read)
    const target = { ...read.channel, key: read.key }
    try {
      const balance = saturated(await withinTime({ provider, balance: provider.balance, target, language }))
      await channels.update(channel.id, { balance, balanceUpdatedTime: Math.floor(ports.clock() / 1000) })
      return balance
    } catch (error) {
      const reason = error instanceof Refusal ? error.params['reason'] : undefined
      if (typeof reason !== 'string') throw error
      throw failed(withoutSecrets(reason, read.secrets).slice(0, MAX_MESSAGE))
    }
  }
}

import { toQuota } from '@weir/ledger/quota'
import type { ChatProvider, Clock, Ports, Send } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import { isAddressInSubnet } from '../http/address.ts'
import { priceOf } from './prices.ts'
import type { Settings } from './settings.ts'

const MAX_REPLY_BYTES = 64 * 1024 * 1024

interface RelayPortsOptions {
  readonly store: Pick<Store, 'identities' | 'pool' | 'ledger'>
  readonly settings: () => Settings
  readonly send: Send
  readonly clock: Clock
  readonly chatProviderFor: (channelType: number) => ChatProvider | undefined
  readonly timeouts: { readonly firstByteTimeoutMs: number; readonly idleTimeoutMs: number }
  readonly reportBug: Ports['reportBug']
}

/** Everything the relay line may touch, in one place. */
export const createRelayPorts = (options: RelayPortsOptions): Ports => ({
  ...options.store,
  send: options.send,
  clock: options.clock,
  random: Math.random,
  startTimer: (ms, onFire) => {
    const timer = setTimeout(onFire, ms)
    return () => clearTimeout(timer)
  },
  settings: () => {
    const now = options.settings()
    return {
      preConsumedQuota: toQuota(now.number('PreConsumedQuota')),
      retryTimes: now.number('RetryTimes'),
      maxReplyBytes: MAX_REPLY_BYTES,
      ...options.timeouts,
    }
  },
  priceOf: (model, group) => priceOf(model, group, options.settings()),
  chatProviderFor: options.chatProviderFor,
  isAddressInSubnet,
  reportHealth: () => undefined,
  reportBug: options.reportBug,
})

import type { ChannelObject } from '@weir/contract/channel'
import type { Probe } from '@weir/contract/channels/channel-test'
import type { WireId } from '@weir/dialects/model/caller-wire'
import type { KnownCircuits } from '@weir/relay/guards/circuit-breakers'
import { ownWireOf } from '@weir/relay/own-wire'
import type { Clock, Ports } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import { newRequestId } from '../process/request-id.ts'
import { createBalanceRun, type BalanceRun } from './refresh-balances.ts'
import { createChannelTestRun, type ChannelTestRun, type SharedProgress } from './test-all-channels.ts'
import { describeError, log } from '../process/log.ts'
import { createChannelHealth, type ChannelHealth } from './channel-health.ts'
import { createChannelSwitch, type ChannelSwitch } from './auto-switch.ts'
import type { NotifyRoot } from '../mail/notify-root.ts'
import type { Settings } from '../settings/settings.ts'
import { createChannelTests, probesFor, type ChannelTester } from './test-channel.ts'
import { createFetchModels, type FetchModels } from './fetch-models.ts'
import { groupRouting, type GroupRouting } from './group-routing.ts'
import { createUpdateBalance, type UpdateBalance } from './update-balance.ts'
import type { WorkerLink } from '../cluster/worker-messages.ts'

interface WatchOptions {
  readonly store: Pick<Store, 'channels' | 'channelKeys' | 'channelTests' | 'logs'>
  readonly settings: () => Settings
  readonly notifyRoot: NotifyRoot
  readonly clock: Clock
}

export interface ChannelWatch {
  readonly channelSwitch: ChannelSwitch
  readonly health: ChannelHealth
}

const reportBug = (error: unknown): void => log.error('watching channels failed', describeError(error))

/** Listens to the relay and switches channels. */
export const openChannelWatch = ({
  store,
  settings,
  notifyRoot,
  clock,
  link,
}: WatchOptions & { readonly link: WorkerLink }): ChannelWatch => {
  const channelSwitch = createChannelSwitch({ ...store, notifyRoot, settings })
  return { channelSwitch, health: createChannelHealth({ channelSwitch, settings, clock, reportBug, link }) }
}

const pauseUnless = (signal: AbortSignal, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal.aborted ? 0 : ms)
    signal.addEventListener('abort', end, { once: true })
  })

export interface ChannelChecks extends ChannelTester {
  /** The probes that fit a model of the channel. */
  readonly probesFor: (channel: ChannelObject, model: string) => readonly Probe[]
  readonly testRun: ChannelTestRun
  readonly updateBalance: UpdateBalance
  readonly fetchModels: FetchModels
  readonly balanceRun: BalanceRun
  readonly isResting: (channelId: number, model: string) => boolean
  /** Whether the channel's provider speaks chat at all. */
  readonly canChat: (channelType: number) => boolean
  /** Which channels speak a wire themselves. */
  readonly ownWires: (wire: WireId, model: string) => Promise<(channelId: number) => boolean>
  /** How a group orders the channels of a priority, and the figure of each that this goes by. */
  readonly routingOf: (model: string, group: string) => GroupRouting
  /** What may answer in place of a model, and what the end of a name may ask for. */
  readonly routing: Ports['routing']
  /** Whether requests for a model are let through at all, by its price. */
  readonly isSold: (model: string, group: string) => boolean
  /** Ends what runs in the background. */
  readonly stop: () => void
}

interface ChecksOptions extends WatchOptions {
  readonly channelSwitch: ChannelSwitch
  readonly ports: Ports
  readonly circuits: Pick<KnownCircuits, 'isResting'>
  readonly shared: SharedProgress
  readonly pollingIntervalMs: number
}

/** What can be asked about channels, through the relay's own ports. */
export const openChannelChecks = (options: ChecksOptions): ChannelChecks => {
  const { store, settings, notifyRoot, clock, channelSwitch, ports, circuits, shared } = options
  const { channels } = store
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = () => pauseUnless(signal, options.pollingIntervalMs)
  const { test, testDraft, keep } = createChannelTests({ ...store, ports })
  const updateBalance = createUpdateBalance({ channels, ports })
  return {
    test,
    testDraft,
    keep,
    probesFor: (channel, model) => probesFor(channel, model, ports.providerFor),
    updateBalance,
    fetchModels: createFetchModels({ channels, ports }),
    isResting: circuits.isResting,
    testRun: createChannelTestRun({
      channels,
      channelKeys: store.channelKeys,
      test,
      keep,
      channelSwitch,
      notifyRoot,
      settings,
      shared,
      newRequestId: () => newRequestId(clock()),
      pause,
      stopping: signal,
      reportBug,
    }),
    balanceRun: createBalanceRun({ channels, update: updateBalance, channelSwitch, pause, stopping: signal, reportBug }),
    canChat: (type) => ports.providerFor(type)?.chat !== undefined,
    ownWires: async (wire, model) => {
      const pool = await ports.pool.snapshot()
      return (channelId) => {
        const channel = pool.byId(channelId)
        const provider = channel && ports.providerFor(channel.type)
        return channel !== undefined && provider !== undefined && ownWireOf(provider, channel, { wire, model }) !== undefined
      }
    },
    routingOf: (model, group) => groupRouting(ports, model, group),
    routing: ports.routing,
    isSold: (model, group) => !ports.settings().refusesUnpriced || ports.priceOf(model, group).isListed,
    stop: () => stopping.abort(),
  }
}

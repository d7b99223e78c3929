import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Clock, HealthEvent } from '@weir/relay/ports'
import type { ChannelSwitch } from './auto-switch.ts'
import { evidenceText } from './channel-texts.ts'
import type { Settings } from '../settings/settings.ts'
import type { WorkerLink } from '../cluster/worker-messages.ts'

/** One refusal may be a hiccup of the provider; two in this time are the key. */
const NEEDED = 2
const WINDOW_MS = 60_000

interface Dependencies {
  readonly channelSwitch: Pick<ChannelSwitch, 'disable'>
  readonly settings: () => Settings
  readonly clock: Clock
  readonly reportBug: (error: unknown) => void
  /** The other processes of this node: evidence is gathered together. */
  readonly link: WorkerLink
}

export interface ChannelHealth {
  /** Called for every attempt of the relay; returns at once. */
  readonly report: (event: HealthEvent) => void
  /** Resolves when no decision is under way. */
  readonly idle: () => Promise<void>
}

/** Switches a channel off when upstream says, by status and code alone, that its key or account is no good. */
export const createChannelHealth = ({ channelSwitch, settings, clock, reportBug, link }: Dependencies): ChannelHealth => {
  const evidence = new Map<number, readonly number[]>()
  const deciding = new Set<Promise<unknown>>()

  const gather = (channelId: number): readonly number[] => {
    const now = clock()
    const seen = [...(evidence.get(channelId) ?? []).filter((at) => now - at < WINDOW_MS), now]
    evidence.set(channelId, seen)
    return seen
  }

  const drop = (channelId: number): void => {
    if (evidence.delete(channelId)) link.publish({ topic: 'key-evidence', channelId, isRefused: false })
  }

  link.subscribe((message) => {
    if (message.topic !== 'key-evidence') return
    if (message.isRefused) gather(message.channelId)
    else evidence.delete(message.channelId)
  })

  const decide = (channelId: number, fault: UpstreamFault): void => {
    const decision: Promise<unknown> = channelSwitch
      .disable(channelId, evidenceText(fault))
      .catch(reportBug)
      .finally(() => deciding.delete(decision))
    deciding.add(decision)
  }

  return {
    report: ({ channelId, fault, blamesKey }) => {
      if (fault === 'none') {
        // A key that works is not the one the evidence speaks of.
        if (evidence.size > 0) drop(channelId)
        return
      }
      if (!blamesKey || !settings().isOn('AutomaticDisableChannelEnabled')) return
      if (gather(channelId).length < NEEDED) return link.publish({ topic: 'key-evidence', channelId, isRefused: true })
      drop(channelId)
      decide(channelId, fault)
    },
    idle: async () => {
      await Promise.all(deciding)
    },
  }
}

import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { HealthEvent } from '@weir/relay/channel-health'
import type { Clock } from '@weir/relay/ports'
import type { ChannelSwitch } from './auto-switch.ts'
import { evidenceText } from './channel-texts.ts'
import type { Settings } from '../settings/settings.ts'
import type { WorkerLink } from '../cluster/worker-messages.ts'

/** One refusal may be a hiccup of the provider; two in this time are the key. */
const NEEDED = 2
const WINDOW_MS = 60_000

interface Dependencies {
  readonly channelSwitch: Pick<ChannelSwitch, 'disable' | 'disableKey'>
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

/** A channel, or one of its keys where it has several. */
type Accused = Pick<HealthEvent, 'channelId' | 'keyId'>

const nameOf = ({ channelId, keyId }: Accused): string => `${channelId} ${keyId ?? ''}`

/** Switches a channel or one of its keys off when upstream says, by status and code alone, that its key or account is no good. */
export const createChannelHealth = ({ channelSwitch, settings, clock, reportBug, link }: Dependencies): ChannelHealth => {
  const evidence = new Map<string, readonly number[]>()
  const deciding = new Set<Promise<unknown>>()

  const gather = (accused: Accused): readonly number[] => {
    const now = clock()
    const name = nameOf(accused)
    const seen = [...(evidence.get(name) ?? []).filter((at) => now - at < WINDOW_MS), now]
    evidence.set(name, seen)
    return seen
  }

  const drop = (accused: Accused): void => {
    if (evidence.delete(nameOf(accused))) link.publish({ topic: 'key-evidence', ...accused, isRefused: false })
  }

  link.subscribe((message) => {
    if (message.topic !== 'key-evidence') return
    const { channelId, keyId } = message
    if (message.isRefused) gather({ channelId, keyId })
    else evidence.delete(nameOf({ channelId, keyId }))
  })

  const decide = ({ channelId, keyId }: Accused, fault: UpstreamFault): void => {
    const switching =
      keyId === undefined ? channelSwitch.disable(channelId, evidenceText(fault)) : channelSwitch.disableKey(channelId, keyId, fault)
    const decision: Promise<unknown> = switching.catch(reportBug).finally(() => deciding.delete(decision))
    deciding.add(decision)
  }

  return {
    report: ({ channelId, keyId, fault, blamesKey }) => {
      const accused = { channelId, keyId }
      if (fault === 'none') {
        // A key that works is not the one the evidence speaks of.
        if (evidence.size > 0) drop(accused)
        return
      }
      if (!blamesKey || !settings().isOn('AutomaticDisableChannelEnabled')) return
      if (gather(accused).length < NEEDED) return link.publish({ topic: 'key-evidence', ...accused, isRefused: true })
      drop(accused)
      decide(accused, fault)
    },
    idle: async () => {
      await Promise.all(deciding)
    },
  }
}

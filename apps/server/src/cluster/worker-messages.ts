import { channelTestProgress } from '@weir/contract/channels/channel-checks'
import type { LimitKeeper } from '@weir/relay/guards/limits'
import { z } from 'zod'

const sample = z.object({ suffix: z.string(), labels: z.record(z.string(), z.string()), value: z.number() })
const family = z.object({
  name: z.string(),
  help: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram']),
  samples: z.array(sample),
})

const circuitChange = z.object({
  kind: z.enum(['failed', 'mended', 'probing', 'distrusted']),
  channelId: z.int(),
  model: z.string(),
  retryAfterMs: z.number().optional(),
})

/** What the processes of one node tell each other. Nothing of it is money or a right: those have the database. */
export const workerMessage = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('metrics'), value: z.array(family) }),
  z.object({ topic: z.literal('test-progress'), value: channelTestProgress }),
  z.object({ topic: z.literal('circuit'), value: circuitChange }),
  z.object({ topic: z.literal('key-evidence'), channelId: z.int(), keyId: z.int().optional(), isRefused: z.boolean() }),
  z.object({ topic: z.literal('wrong-key'), address: z.string() }),
  z.object({ topic: z.literal('right-key'), key: z.string() }),
  /** The process is no more; what it said is void. */
  z.object({ topic: z.literal('gone') }),
])
export type WorkerMessage = z.output<typeof workerMessage>

export type ReceivedMessage = WorkerMessage & { readonly from: number }

/** The way to the other processes of this node. */
export interface WorkerLink {
  readonly index: number
  readonly isAlone: boolean
  publish(message: WorkerMessage): void
  subscribe(listener: (message: ReceivedMessage) => void): void
  /** Limits that are counted for all processes of the node; `own` counts in a process that is alone. */
  limitsWith(own: LimitKeeper): LimitKeeper
}

/** A process that is alone has no other to tell. */
export const soleWorker: WorkerLink = {
  index: 0,
  isAlone: true,
  publish: () => undefined,
  subscribe: () => undefined,
  limitsWith: (own) => own,
}

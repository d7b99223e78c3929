import { channelTestProgress } from '@weir/contract/channel'
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
export const note = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('metrics'), value: z.array(family) }),
  z.object({ topic: z.literal('test-progress'), value: channelTestProgress }),
  z.object({ topic: z.literal('circuit'), value: circuitChange }),
  z.object({ topic: z.literal('key-evidence'), channelId: z.int(), isRefused: z.boolean() }),
  z.object({ topic: z.literal('wrong-key'), address: z.string() }),
  z.object({ topic: z.literal('right-key'), key: z.string() }),
  /** The process is no more; what it said is void. */
  z.object({ topic: z.literal('gone') }),
])
export type Note = z.output<typeof note>

export type HeardNote = Note & { readonly from: number }

/** The way to the other processes of this node. */
export interface WorkerLink {
  readonly index: number
  readonly isAlone: boolean
  tell(note: Note): void
  onNote(listener: (note: HeardNote) => void): void
  /** Whoever counts limits for all processes; `own` counts when there is nobody else. */
  limitsWith(own: LimitKeeper): LimitKeeper
}

/** A process that is alone has nobody to tell. */
export const soleWorker: WorkerLink = {
  index: 0,
  isAlone: true,
  tell: () => undefined,
  onNote: () => undefined,
  limitsWith: (own) => own,
}

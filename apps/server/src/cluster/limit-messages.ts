import { z } from 'zod'

const figures = z.object({ requestsPerMinute: z.number(), tokensPerMinute: z.number(), parallel: z.number() })
const room = z.object({ limit: z.number(), remaining: z.number(), resetSeconds: z.number().or(z.undefined()) })
const remaining = z.object({ requests: room.optional(), tokens: room.optional() })

/** From a worker to the supervisor, who counts for all of them. */
export const limitMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limit-take'),
    id: z.int(),
    request: z.object({ tokenId: z.int(), userId: z.int(), tokens: z.number(), perToken: figures, perUser: figures }),
  }),
  z.object({ kind: z.literal('limit-release'), id: z.int(), tokens: z.number() }),
])
export type LimitMessage = z.output<typeof limitMessage>

export const limitResponse = z.object({
  kind: z.literal('limit'),
  id: z.int(),
  decision: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), remaining }),
    z.object({ ok: z.literal(false), remaining, retryAfterSeconds: z.number(), limit: z.enum(['requests', 'tokens', 'parallel']) }),
  ]),
})
export type LimitResponse = z.output<typeof limitResponse>

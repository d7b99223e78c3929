import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_IDS, idsBody } from '../envelope.ts'
import { joinedList } from '../values/quantity.ts'
import { channelFields } from './channel-fields.ts'

const { priority, weight, group, models, tag } = channelFields
const names = models.pipe(joinedList).default('')

/** What is to be changed in every channel. Lists are taken from and added to, so that each channel keeps the rest of its own. */
export const bulkEdit = z.object({
  status: z.literal([1, 2]).optional(),
  priority: priority.optional(),
  weight: weight.optional(),
  add_groups: names,
  remove_groups: names,
  add_models: names,
  remove_models: names,
  add_tags: names,
  remove_tags: names,
})
export type BulkEdit = z.output<typeof bulkEdit>

/** Of a channel, what a change of many touches, as it is stored. */
const seenFields = z
  .object({ status: z.int(), priority: z.int(), weight: z.int(), group: z.string(), models: z.string(), tag: z.string() })
  .partial()
export type ChangedFields = z.output<typeof seenFields>

/** Status 3 is here for what is taken back. */
const wantedFields = z.object({ status: z.int().min(1).max(3), priority, weight, group, models, tag }).partial()

const plannedChange = z.object({ id: z.int(), name: z.string(), before: seenFields, after: seenFields })

/** `no-models`, `no-groups`: it would be left without any. */
export const BULK_OBSTACLES = ['no-models', 'no-groups', 'too-long'] as const

export const previewBulkEdit = endpoint({
  method: 'POST',
  path: '/api/channel/bulk/preview',
  access: 'admin',
  summary: 'What a change of many channels would change in each; nothing is changed',
  input: { body: idsBody.extend({ edit: bulkEdit }) },
  data: z.object({
    changes: z.array(plannedChange),
    /** Stay as they are, and why. */
    blocked: z.array(z.object({ id: z.int(), name: z.string(), reason: z.enum(BULK_OBSTACLES) })),
    /** How many are so already. */
    same: z.int(),
  }),
  audit: false,
})

const keysOf = (fields: object): string => Object.keys(fields).toSorted().join()

/** A long list of models, twice for each channel. */
const MAX_BYTES = 16 * 1024 * 1024

/** The same call with before and after exchanged takes a change back. */
export const applyBulkEdit = endpoint({
  method: 'POST',
  path: '/api/channel/bulk',
  access: 'admin',
  summary: 'Change many channels at once, each where it still is what it was before; the answer names those that were not',
  input: {
    body: z.object({
      changes: z
        .array(
          z
            .object({ id: z.int().positive(), before: seenFields, after: wantedFields })
            .refine(({ before, after }) => keysOf(before) === keysOf(after) && keysOf(after) !== '', 'same-fields'),
        )
        .min(1)
        .max(MAX_IDS),
    }),
  },
  data: z.object({ changed: z.array(z.int()), stale: z.array(z.object({ id: z.int(), name: z.string() })) }),
  maxBodyBytes: MAX_BYTES,
  audit: 'channel.edit-many',
})

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, idsBody, listTotal, noData, pageQuery, searchQuery } from './envelope.ts'
import { cleanText, epochSeconds, quotaUnits } from './values/quantity.ts'

export const RedemptionStatus = { unused: 1, disabled: 2, used: 3 } as const
export const REDEMPTION_DEFAULT_QUOTA = 100_000
export const MAX_CODES_AT_ONCE = 100

export const redemptionObject = z.object({
  id: z.int(),
  user_id: z.int(),
  key: z.string(),
  status: z.int(),
  name: z.string(),
  quota: quotaUnits,
  created_time: epochSeconds,
  redeemed_time: epochSeconds,
  count: z.literal(0).default(0),
})
export type RedemptionObject = z.output<typeof redemptionObject>

/** As it is read: whoever sends it back tells which worth was changed. */
const redemptionRecord = redemptionObject.extend({ quota_read: quotaUnits })
export type RedemptionRecord = z.output<typeof redemptionRecord>

const name = cleanText(64)
  .transform((text) => text.trim())
  .refine((text) => text !== '', 'required')
const quota = z.int().min(1)
/** Codes of new-api can end by themselves. One that cannot must not be made for it. */
const neverEnds = z
  .int()
  .refine((time) => time === 0, 'unsupported')
  .transform(() => undefined)
  .optional()
const settableStatus = z.union([z.literal(RedemptionStatus.unused), z.literal(RedemptionStatus.disabled)])

export const listRedemptions = endpoint({
  method: 'GET',
  path: '/api/redemption/',
  access: 'admin',
  summary: 'One page of redemption codes, newest first',
  input: { query: pageQuery },
  data: z.array(redemptionRecord),
  extra: listTotal,
})

export const searchRedemptions = endpoint({
  method: 'GET',
  path: '/api/redemption/search',
  access: 'admin',
  summary: 'Redemption codes by id or by the beginning of the name',
  input: { query: searchQuery },
  data: z.array(redemptionRecord),
  extra: listTotal,
})

export const listRedemptionIds = endpoint({
  method: 'GET',
  path: '/api/redemption/ids',
  access: 'admin',
  summary: 'The ids of all redemption codes that match a keyword, newest first',
  input: { query: z.object({ keyword: searchQuery.shape.keyword }) },
  data: z.array(z.int()),
})

export const getRedemption = endpoint({
  method: 'GET',
  path: '/api/redemption/:id',
  access: 'admin',
  summary: 'One redemption code',
  input: { params: idParams },
  data: redemptionRecord,
})

export const createRedemptions = endpoint({
  method: 'POST',
  path: '/api/redemption/',
  access: 'admin',
  summary: 'Make redemption codes and return them',
  input: { body: z.object({ name, quota, count: z.int().min(1).max(MAX_CODES_AT_ONCE).default(1), expired_time: neverEnds }) },
  data: z.array(z.string()),
  audit: 'redemption.create',
})

/**
 * With `status_only` the status alone changes; a used code never changes again. A quota that equals `quota_read` is left alone; another one is
 * set if the code is still worth what was read, and refused otherwise. Without `quota_read` it is set whatever it is.
 */
export const editRedemption = endpoint({
  method: 'PUT',
  path: '/api/redemption/',
  access: 'admin',
  summary: 'Change a redemption code, or its status alone with status_only',
  input: {
    query: z.object({ status_only: z.string().default('') }),
    body: z.object({
      id: z.int().positive(),
      status: settableStatus.optional().catch(undefined),
      name: name.optional(),
      quota: quota.optional(),
      quota_read: quotaUnits.optional(),
      expired_time: neverEnds,
    }),
  },
  data: redemptionRecord,
  audit: 'redemption.edit',
})

export const deleteRedemption = endpoint({
  method: 'DELETE',
  path: '/api/redemption/:id/',
  access: 'admin',
  summary: 'Delete a redemption code',
  input: { params: idParams },
  data: noData,
  audit: 'redemption.delete',
})

export const deleteRedemptions = endpoint({
  method: 'POST',
  path: '/api/redemption/batch',
  access: 'admin',
  summary: 'Delete the redemption codes of the given ids; the answer is how many',
  input: { body: idsBody },
  data: z.int(),
  audit: 'redemption.delete-many',
})

export const redeemCode = endpoint({
  method: 'POST',
  path: '/api/user/topup',
  access: 'user',
  summary: 'Redeem a code; the answer is the amount added',
  input: {
    body: z.object({
      key: cleanText(128)
        .transform((key) => key.trim())
        .refine((key) => key !== '', 'required'),
    }),
  },
  data: quotaUnits,
  limit: 'redeem',
  audit: 'redemption.redeem',
})

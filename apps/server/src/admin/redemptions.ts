import { Refusal, notFound } from '@weir/contract/errors'
import {
  createRedemptions,
  deleteRedemption,
  deleteRedemptions,
  editRedemption,
  getRedemption,
  listRedemptionIds,
  listRedemptions,
  redeemCode,
  searchRedemptions,
  type RedemptionObject,
} from '@weir/contract/redemption'
import type { RedemptionChange, Redemptions } from '@weir/store/repositories/redemptions'
import { route, type Route } from './route.ts'
import { redeemText } from '../settings/log-texts.ts'
import { newRedemptionCode } from '../net/random-text.ts'
import type { Settings } from '../settings/settings.ts'
import { countedPageOf, foundOf } from './page.ts'

interface Dependencies {
  readonly redemptions: Redemptions
  readonly settings: () => Settings
}

const found = (code: RedemptionChange, id: number): RedemptionObject => {
  if (code === undefined) throw notFound('redemption', id)
  if (code === 'used') throw new Refusal('code-is-used')
  return code
}

/** A code is money: the trail says which one it was, never what it reads. */
const shown = ({ name, quota, status }: RedemptionObject) => ({ name, quota, status })

const REFUSALS = {
  unknown: 'code-unknown',
  used: 'code-used',
  disabled: 'code-disabled',
  'too-large': 'quota-too-large',
  'no-account': 'not-signed-in',
} as const

export const redemptionRoutes = ({ redemptions, settings }: Dependencies): readonly Route[] => [
  route(listRedemptions, ({ query }, { isNewApi }) =>
    countedPageOf(query, isNewApi, { read: (page) => redemptions.list(page), count: () => redemptions.count() }),
  ),
  route(searchRedemptions, ({ query }, { isNewApi }) =>
    foundOf(query, isNewApi, {
      read: (page) => redemptions.search(query.keyword, page),
      count: async () => (await redemptions.matching(query.keyword)).length,
    }),
  ),
  route(listRedemptionIds, async ({ query }) => [...(await redemptions.matching(query.keyword))]),
  route(getRedemption, async ({ params }) => found(await redemptions.get(params.id), params.id)),
  route(createRedemptions, async ({ body }, { actor, recordChange }) => {
    const keys = Array.from({ length: body.count }, newRedemptionCode)
    await redemptions.createMany({ creatorId: actor.id, name: body.name, quota: body.quota, keys })
    recordChange({ object: `redemption ${body.name}`, after: { name: body.name, quota: body.quota, count: body.count } })
    return keys
  }),
  route(editRedemption, async ({ query, body }, { recordChange }) => {
    const { id, status, name, quota } = body
    const before = found(await redemptions.get(id), id)
    if (query.status_only !== '' && status === undefined) throw new Refusal('invalid-input', { field: 'status', problem: '1, 2' })
    const fields = { ...(name !== undefined && { name }), ...(quota !== undefined && { quota }) }
    const after = found(await redemptions.update(id, query.status_only === '' || status === undefined ? fields : { status }), id)
    recordChange({ object: `redemption ${id}`, before: shown(before), after: shown(after) })
    return after
  }),
  route(deleteRedemption, async ({ params }, { recordChange }) => {
    const before = found(await redemptions.get(params.id), params.id)
    if (!(await redemptions.delete(params.id))) throw notFound('redemption', params.id)
    recordChange({ object: `redemption ${params.id}`, before: shown(before) })
  }),
  route(deleteRedemptions, async ({ body: { ids } }, { recordChange }) => {
    const deleted = await redemptions.deleteMany(ids)
    for (const code of deleted) recordChange({ object: `redemption ${code.id}`, before: shown(code) })
    return deleted.length
  }),
  route(redeemCode, async ({ body }, { actor, requestId, recordChange }) => {
    const outcome = await redemptions.redeem({
      key: body.key,
      user: actor,
      requestId,
      describe: (quota) => redeemText(quota, settings()),
    })
    if (typeof outcome === 'string') throw new Refusal(REFUSALS[outcome])
    recordChange({ object: `redemption ${outcome.id}`, after: { credit: outcome.quota } })
    return outcome.quota
  }),
]

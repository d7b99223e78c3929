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
  type RedemptionRecord,
} from '@weir/contract/redemption'
import type { RedemptionChange, RedemptionFields, Redemptions } from '@weir/store/repositories/redemptions'
import { invalidInput } from './invalid-input.ts'
import { route, type Route } from './route.ts'
import { exactQuota, redeemText } from '../settings/log-texts.ts'
import { newRedemptionCode } from '../net/random-text.ts'
import type { Settings } from '../settings/settings.ts'
import { countedPageOf, foundOf } from './page.ts'

interface Dependencies {
  readonly redemptions: Redemptions
  readonly settings: () => Settings
}

const found = <T>(code: T | undefined, id: number): T => {
  if (code === undefined) throw notFound('redemption', id)
  return code
}

const recordOf = (code: RedemptionObject): RedemptionRecord => ({ ...code, quota_read: code.quota })

interface Sent {
  readonly name?: string | undefined
  readonly quota?: number | undefined
  readonly quota_read?: number | undefined
}

/** A worth that was not changed is not written: another administrator may have changed it since it was read. */
const fieldsFrom = ({ name, quota, quota_read: read }: Sent): RedemptionFields => ({
  ...(name !== undefined && { name }),
  ...(quota !== undefined && quota !== read && { quota, ...(read !== undefined && { expectedQuota: read }) }),
})

/** A code is money: the trail says which one it was, never what it reads. */
const shown = ({ name, quota, status }: RedemptionObject) => ({ name, quota, status })

const REFUSALS = {
  unknown: 'code-unknown',
  used: 'code-used',
  disabled: 'code-disabled',
  'too-large': 'quota-too-large',
  'no-account': 'not-signed-in',
} as const

export const redemptionRoutes = ({ redemptions, settings }: Dependencies): readonly Route[] => {
  const changed = (outcome: Exclude<RedemptionChange, undefined>, { quota_read: read = 0 }: Sent): RedemptionObject => {
    if (outcome === 'used') throw new Refusal('code-is-used')
    if ('id' in outcome) return outcome
    throw new Refusal('code-moved', { read: exactQuota(read, settings()), quota: exactQuota(outcome.quota, settings()) })
  }

  return [
    route(listRedemptions, ({ query }, { isNewApi }) =>
      countedPageOf(query, isNewApi, {
        read: async (page) => (await redemptions.list(page)).map(recordOf),
        count: () => redemptions.count(),
      }),
    ),
    route(searchRedemptions, ({ query }, { isNewApi }) =>
      foundOf(query, isNewApi, {
        read: async (page) => (await redemptions.search(query.keyword, page)).map(recordOf),
        count: async () => (await redemptions.matching(query.keyword)).length,
      }),
    ),
    route(listRedemptionIds, async ({ query }) => [...(await redemptions.matching(query.keyword))]),
    route(getRedemption, async ({ params }) => recordOf(found(await redemptions.get(params.id), params.id))),
    route(createRedemptions, async ({ body }, { actor, trace }) => {
      const keys = Array.from({ length: body.count }, newRedemptionCode)
      await redemptions.createMany(
        { creatorId: actor.id, name: body.name, quota: body.quota, keys },
        trace(() => [{ object: `redemption ${body.name}`, after: { name: body.name, quota: body.quota, count: body.count } }]),
      )
      return keys
    }),
    route(editRedemption, async ({ query, body }, { language, trace }) => {
      const { id, status } = body
      const before = found(await redemptions.get(id), id)
      if (query.status_only !== '' && status === undefined) throw invalidInput('status', 'on-or-off', language)
      const fields = query.status_only === '' || status === undefined ? fieldsFrom(body) : { status }
      const { expectedQuota: _, ...written } = fields
      const traced = { object: `redemption ${id}`, before: shown(before), after: shown({ ...before, ...written }) }
      const outcome = await redemptions.update(
        id,
        fields,
        trace((isDone) => (isDone ? [traced] : [])),
      )
      return recordOf(changed(found(outcome, id), body))
    }),
    route(deleteRedemption, async ({ params }, { trace }) => {
      const before = found(await redemptions.get(params.id), params.id)
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `redemption ${params.id}`, before: shown(before) }] : []))
      if (!(await redemptions.delete(params.id, traced))) throw notFound('redemption', params.id)
    }),
    route(deleteRedemptions, async ({ body: { ids } }, { trace }) => {
      const deleted = await redemptions.deleteMany(
        ids,
        trace((codes) => codes.map((code) => ({ object: `redemption ${code.id}`, before: shown(code) }))),
      )
      return deleted.length
    }),
    route(redeemCode, async ({ body }, { actor, requestId, trace }) => {
      const outcome = await redemptions.redeem({
        key: body.key,
        user: actor,
        requestId,
        describe: (quota) => redeemText(quota, settings()),
        trace: trace((booked) => (booked === 'unknown' ? [] : [{ object: `redemption ${booked.id}`, after: { credit: booked.quota } }])),
      })
      if (typeof outcome === 'string') throw new Refusal(REFUSALS[outcome])
      return outcome.quota
    }),
  ]
}

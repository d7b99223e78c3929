import { getPricing } from '@weir/contract/site'
import { listOwnGroups } from '@weir/contract/user'
import type { ChannelPool } from '@weir/relay/ports'
import type { Users } from '@weir/store/repositories/users'
import { roundedDollars } from '@weir/contract/prices/scaled-price'
import type { Price, PriceRatios } from '@weir/ledger/price'
import { modelVendor } from '../../prices/model-vendor.ts'
import type { Settings } from '../../settings/settings.ts'
import { usableGroups } from '../../settings/usable-groups.ts'
import { createGroupOfCaller } from './group-of-caller.ts'
import { Reply } from '../reply.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly users: Pick<Users, 'findById'>
  readonly pool: ChannelPool
  readonly settings: () => Settings
  readonly priceOf: (model: string, group: string) => Price
}

/** Ratio 1 is two dollars for a million of what a model is counted in. */
const DOLLARS_PER_RATIO = 2 / 1_000_000

interface Place {
  readonly group: string
  readonly groupRatio: number
  readonly vendor: string
}

const BY_TOKENS = 0
const BY_CALL = 1

/** Clients multiply by the ratio of the group, which a price of the group's own has in it. */
const inGroup = (units: number, { group }: PriceRatios, groupRatio: number): number =>
  group === groupRatio || groupRatio === 0 ? units : (units * group) / groupRatio

const modelRatio = (ratios: PriceRatios, groupRatio: number): number => inGroup(ratios.model, ratios, groupRatio)

/** What a call costs in units, where it is sold as such and nothing of it is counted. */
const unitsByCall = ({ isPerQuery, ratios }: Price): number | undefined => {
  if (isPerQuery === true) return ratios.model
  return ratios.model === 0 ? ratios.fees?.request : undefined
}

/** Pictures are counted in thousandths. */
const DOLLARS_PER_PICTURE = DOLLARS_PER_RATIO * 1000

const imagesOf = ({ pictures }: Price, groupRatio: number) =>
  pictures && {
    images: pictures.map(({ ratios, ...row }) => ({ ...row, price: roundedDollars(modelRatio(ratios, groupRatio) * DOLLARS_PER_PICTURE) })),
  }

const pricedModel = (model: string, { group, groupRatio, vendor }: Place, price: Price) => {
  const units = unitsByCall(price)
  return {
    model_name: model,
    quota_type: units === undefined ? BY_TOKENS : BY_CALL,
    model_ratio: units === undefined ? modelRatio(price.ratios, groupRatio) : 0,
    model_price: units === undefined ? 0 : inGroup(units, price.ratios, groupRatio) * DOLLARS_PER_RATIO,
    completion_ratio: price.ratios.completion,
    ...imagesOf(price, groupRatio),
    owner_by: vendor,
    enable_groups: [group],
  }
}

/** What the caller's models cost, in the words of new-api's clients. */
export const pricingRoutes = ({ users, pool, settings, priceOf }: Dependencies): readonly Route[] => {
  const groupOf = createGroupOfCaller({ users, settings })
  const ratioOf = (group: string): number => settings().ratios('GroupRatio')[group] ?? 1

  return [
    route(getPricing, async (_, { actor }) => {
      const group = await groupOf(actor)
      const models = (await pool.snapshot())
        .modelsOf(group)
        .map((model) =>
          pricedModel(model, { group, groupRatio: ratioOf(group), vendor: modelVendor(model, settings()) }, priceOf(model, group)),
        )
      return new Reply(models, {
        extra: { group_ratio: { [group]: ratioOf(group) }, usable_group: Object.fromEntries(usableGroups(settings(), group)) },
      })
    }),
    route(listOwnGroups, async (_, { actor }) => {
      const group = await groupOf(actor)
      const groups = [...usableGroups(settings(), group)]
      return Object.fromEntries(groups.map(([name, desc]) => [name, { ratio: ratioOf(name), desc }]))
    }),
  ]
}

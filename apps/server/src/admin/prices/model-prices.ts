import { catalog } from '@weir/contract/catalog/catalog'
import { modelSheet } from '@weir/contract/catalog/entry'
import { getModelPrice, listModelPrices, removeModelPrice, setModelPrice } from '@weir/contract/prices/model-prices'
import { isAdmin } from '@weir/contract/user'
import type { Store } from '@weir/store/open-store'
import { changeModelPrice, revisionOfModel, type ModelChange, type OwnPrice } from '../../prices/own-prices.ts'
import { ratiosSetFor } from '../../prices/own-ratios.ts'
import { createPriceTable } from '../../prices/price-table.ts'
import type { LiveSettings } from '../../settings/live-settings.ts'
import type { ActorContext } from '../context.ts'
import { route, type Route } from '../route.ts'
import { createGroupOfCaller } from './group-of-caller.ts'

interface Dependencies {
  readonly store: Pick<Store, 'users' | 'pool' | 'options'>
  readonly settings: LiveSettings
}

const traceOf = ({ sheet, ratios }: OwnPrice): object => ({ ...(sheet && { price: sheet.price }), ...ratios })

/** Models with their prices, and the operator's own. */
export const modelPriceRoutes = ({ store: { users, pool, options }, settings }: Dependencies): readonly Route[] => {
  const table = createPriceTable({ pool, settings: settings.current })
  const groupOf = createGroupOfCaller({ users, settings: settings.current })

  const groupsNamed = (names: readonly string[]) =>
    names.map((name) => ({ name, ratio: settings.current().ratios('GroupRatio')[name] ?? 1 }))

  const ownPriceOf = (model: string): OwnPrice => ({
    sheet: settings.current().sheets().get(model),
    ratios: ratiosSetFor(model, settings.current()),
  })

  const servingChannels = async (model: string) => {
    const snapshot = await pool.snapshot()
    const serving = snapshot.groups.flatMap((group) => snapshot.channelsFor(group, model))
    return [...new Map(serving.map((channel) => [channel.id, channel])).values()]
  }

  const change = async (wanted: ModelChange, { actor, trace }: ActorContext): Promise<void> => {
    const { model, sheet } = wanted
    const after = traceOf({ sheet: sheet && { model, ...sheet }, ratios: {} })
    await changeModelPrice(options, actor, {
      ...wanted,
      trace: trace((before) => [{ object: `price ${model}`, before: traceOf(before), after }]),
    })
    await settings.refresh()
  }

  return [
    route(listModelPrices, async (_, { actor }) => {
      const unpriced = { unpriced_policy: settings.current().text('UnpricedModelPolicy') }
      if (actor !== undefined && isAdmin(actor.role)) {
        const { models, groups } = await table.forAdmins()
        return { models: [...models], groups: groupsNamed(groups), ...unpriced }
      }
      const group = await groupOf(actor)
      return { models: [...(await table.forGroup(group))], groups: groupsNamed([group]), ...unpriced }
    }),
    route(getModelPrice, async ({ query: { model } }) => {
      await settings.refresh()
      const own = ownPriceOf(model)
      const listed = catalog.get(model)
      return {
        model,
        ...(own.sheet && { sheet: own.sheet }),
        ...(listed && { catalog: modelSheet.parse(listed) }),
        ratios: own.ratios,
        channels: (await servingChannels(model)).map(({ id, name, type, priority, groups }) => ({
          id,
          name,
          type,
          priority,
          groups: [...groups],
        })),
        revision: revisionOfModel(model, own),
      }
    }),
    route(setModelPrice, ({ body }, context) => change(body, context)),
    route(removeModelPrice, ({ query }, context) => change({ ...query, sheet: undefined }, context)),
  ]
}

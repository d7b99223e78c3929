import { ChannelStatus, fetchChannelModels, fetchModels, type ChannelObject } from '@weir/contract/channel'
import {
  explainModels as explainModelsEndpoint,
  explainRoute as explainRouteEndpoint,
  updateBalance,
  updateBalances,
} from '@weir/contract/channels/channel-checks'
import { Refusal, notFound } from '@weir/contract/errors'
import { parseStringMap } from '@weir/contract/values/json'
import { splitList } from '@weir/contract/values/quantity'
import { explainModels, meantModel, type ModelsQuestion } from '@weir/relay/channel-tools/explain-models'
import { explainRoute, type ExplainedChannel } from '@weir/relay/channel-tools/explain-route'
import type { Channels } from '@weir/store/repositories/channels'
import { createKeyCheck } from './check-key.ts'
import { draftOf } from './draft-of.ts'
import { Reply } from '../reply.ts'
import { route, type Route } from '../route.ts'
import type { ChannelChecks } from '../../channels/channel-watch.ts'
import type { ExternalKeys } from '../../channels/external-keys.ts'

const STATES: Readonly<Record<number, ExplainedChannel['state']>> = {
  [ChannelStatus.enabled]: 'enabled',
  [ChannelStatus.autoDisabled]: 'auto-disabled',
}

const toExplained = (channel: ChannelObject): ExplainedChannel => ({
  id: channel.id,
  name: channel.name,
  type: channel.type,
  state: STATES[channel.status] ?? 'disabled',
  models: splitList(channel.models),
  groups: splitList(channel.group),
  priority: channel.priority,
  weight: channel.weight,
  modelMapping: parseStringMap(channel.model_mapping),
})

interface Dependencies {
  readonly channels: Channels
  readonly checks: ChannelChecks
  readonly checkKeyReference: ExternalKeys['check']
}

/** What an administrator asks about channels while they serve: balances and why a request goes where it goes. */
export const channelCheckRoutes = ({ channels, checks, checkKeyReference }: Dependencies): readonly Route[] => {
  const checkKey = createKeyCheck(checkKeyReference)

  const found = async (id: number): Promise<ChannelObject> => {
    const channel = await channels.get(id)
    if (channel === undefined) throw notFound('channel', id)
    return channel
  }

  const modelsQuestion = async (model: string, group: string): Promise<ModelsQuestion> => ({
    model,
    group,
    channels: (await channels.all()).map(toExplained),
    isResting: checks.isResting,
    canChat: checks.canChat,
    routing: checks.routing(),
    isSold: (name) => checks.isSold(name, group),
  })

  return [
    route(
      updateBalance,
      async ({ params }, { language }) =>
        new Reply(undefined, { extra: { balance: await checks.updateBalance(await found(params.id), language) } }),
    ),
    route(updateBalances, () => {
      if (!checks.balanceRun.start()) throw new Refusal('balance-running')
      return Promise.resolve()
    }),
    route(fetchChannelModels, async ({ params }) => [...(await checks.fetchModels.ofChannel(params.id))]),
    route(fetchModels, async ({ body }, { actor }) => {
      checkKey(body.key.trim(), actor)
      return [...(await checks.fetchModels.of(draftOf(body)))]
    }),
    route(explainModelsEndpoint, async ({ query }) =>
      explainModels(await modelsQuestion(query.model, query.group)).map(({ effort, ...rest }) => ({
        ...rest,
        ...(effort !== undefined && { effort }),
      })),
    ),
    route(explainRouteEndpoint, async ({ query }) => {
      const { group, wire } = query
      const question = await modelsQuestion(query.model, group)
      const { model } = meantModel(question)
      const isOwn = wire === 'chat' ? undefined : await checks.ownWires(wire, model)
      const { strategy, figureOf } = checks.routingOf(model, group)
      const explained = explainRoute({
        ...question,
        model,
        strategy,
        figureOf,
        ...(isOwn && { isServedAsIs: ({ id }) => isOwn(id) }),
      })
      return explained.map(({ isOwnWire, figure, ...rest }) => ({
        ...rest,
        strategy,
        own_wire: isOwnWire,
        ...(figure !== undefined && { figure }),
      }))
    }),
  ]
}

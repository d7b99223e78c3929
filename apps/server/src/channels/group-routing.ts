import { mappedModel } from '@weir/dialects/model/upstream'
import { estimateHold } from '@weir/ledger/estimate'
import { ZERO_QUOTA } from '@weir/ledger/quota'
import type { Channel, Ports } from '@weir/relay/ports'
import { strategyOf } from '@weir/relay/routing/routing-settings'
import type { FigureOf, Strategy } from '@weir/relay/routing/strategy'

export interface GroupRouting {
  readonly strategy: Strategy
  readonly figureOf: FigureOf<Pick<Channel, 'id' | 'modelMapping'>>
}

/** A request to compare prices by, since they differ for input and output. */
const USUAL = { promptTokens: 1000, maxOutputTokens: 1000, choices: 1 }

/** As the relay orders channels now. */
export const groupRouting = (
  { routing, firstBytes, priceOf }: Pick<Ports, 'routing' | 'firstBytes' | 'priceOf'>,
  model: string,
  group: string,
): GroupRouting => {
  const strategy = strategyOf(routing(), group)
  const figureOf: GroupRouting['figureOf'] = ({ id, modelMapping }) => {
    const name = mappedModel(model, modelMapping)
    switch (strategy) {
      case 'weighted':
        return undefined
      case 'cost':
        return estimateHold(USUAL, priceOf(name, group).ratios, ZERO_QUOTA)
      case 'latency':
        return (
          firstBytes.of({ channelId: id, model: name, isStream: true }) ?? firstBytes.of({ channelId: id, model: name, isStream: false })
        )
    }
  }
  return { strategy, figureOf }
}

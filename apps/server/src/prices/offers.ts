import { mappedModel } from '@weir/dialects/model/upstream'
import type { Channel, PoolSnapshot } from '@weir/relay/ports'

/** What channels may have in common that decides about prices. */
export type ChannelKind = Pick<Channel, 'modelMapping' | 'cost'>

/** The same for channels of a kind. */
export const kindName = ({ cost, modelMapping }: ChannelKind): string => `${cost ?? ''}\n${JSON.stringify(modelMapping)}`

/** A model as the channels of some groups serve it. */
export interface Offer {
  readonly groups: string[]
  /** The names by which its channels have it charged, that of the first choice first. */
  readonly names: string[]
  readonly kinds: Set<ChannelKind>
  channels: number
}

interface Known {
  readonly kind: ChannelKind
  /** The first of the groups that are looked at in which the channel serves: it is counted there and nowhere else. */
  readonly countedIn: string | undefined
}

/** The channels of one model in one group, summed up. */
interface Serving {
  readonly list: readonly Channel[]
  readonly kinds: readonly ChannelKind[]
  readonly counted: number
}

const isSameList = (a: readonly Channel[], b: readonly Channel[]): boolean =>
  a === b || (a.length === b.length && a.every((channel, at) => channel === b[at]))

const createKnown = (groups: readonly string[]) => {
  const kinds = new Map<string, ChannelKind>()
  const known = new Map<Channel, Known>()
  return (channel: Channel): Known => {
    const found = known.get(channel)
    if (found !== undefined) return found
    const name = kindName(channel)
    const kind = kinds.get(name) ?? channel
    kinds.set(name, kind)
    const made = { kind, countedIn: groups.find((group) => channel.groups.includes(group)) }
    known.set(channel, made)
    return made
  }
}

/**
 * A thousand channels may serve a thousand models each: what is done for every pair has to be little. Channels of a kind mostly serve
 * the same models, so the sum of one model is that of the next.
 */
export const offersOf = (snapshot: PoolSnapshot, groups: readonly string[]): ReadonlyMap<string, Offer> => {
  const offers = new Map<string, Offer>()
  const knownOf = createKnown(groups)

  const sumUp = (list: readonly Channel[], group: string): Serving => {
    const kinds = new Set<ChannelKind>()
    let counted = 0
    for (const channel of list) {
      const { kind, countedIn } = knownOf(channel)
      kinds.add(kind)
      if (countedIn === group) counted += 1
    }
    return { list, kinds: [...kinds], counted }
  }

  for (const group of groups) {
    let serving: Serving | undefined
    for (const model of snapshot.modelsOf(group)) {
      const list = snapshot.channelsFor(group, model)
      if (serving === undefined || !isSameList(serving.list, list)) serving = sumUp(list, group)
      const offer: Offer = offers.get(model) ?? { groups: [], names: [], kinds: new Set(), channels: 0 }
      offers.set(model, offer)
      offer.groups.push(group)
      offer.channels += serving.counted
      for (const kind of serving.kinds) {
        offer.kinds.add(kind)
        const name = mappedModel(model, kind.modelMapping)
        if (!offer.names.includes(name)) offer.names.push(name)
      }
    }
  }
  return offers
}

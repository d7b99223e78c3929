import { pricesIn, type PriceSettings } from '../settings/price-settings.ts'

const MAX_REMEMBERED = 10_000

type WorkOut<T> = (model: string, group: string, settings: PriceSettings) => T

/** Worked out once for every model and group, until an option changes that prices depend on. */
export const createPerSettings = <T extends object>(workOut: WorkOut<T>): WorkOut<T> => {
  const remembered = new WeakMap<PriceSettings, Map<string, T>>()

  const memoryOf = (settings: PriceSettings): Map<string, T> => {
    const prices = pricesIn(settings)
    const known = remembered.get(prices)
    const memory = known === undefined || known.size >= MAX_REMEMBERED ? new Map<string, T>() : known
    remembered.set(prices, memory)
    remembered.set(settings, memory)
    return memory
  }

  return (model, group, settings) => {
    let known = remembered.get(settings)
    if (known === undefined || known.size >= MAX_REMEMBERED) known = memoryOf(settings)
    const name = `${group}\n${model}`
    const found = known.get(name)
    if (found !== undefined) return found
    const made = workOut(model, group, pricesIn(settings))
    known.set(name, made)
    return made
  }
}

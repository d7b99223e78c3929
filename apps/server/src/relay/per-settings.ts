import type { Settings } from '../settings/settings.ts'

const MAX_REMEMBERED = 10_000

type WorkOut<T> = (model: string, group: string, settings: Settings) => T

/** Worked out once for every model and group; a changed option makes a new snapshot of the settings, and so new answers. */
export const createPerSettings = <T extends object>(workOut: WorkOut<T>): WorkOut<T> => {
  const remembered = new WeakMap<Settings, Map<string, T>>()
  return (model, group, settings) => {
    let known = remembered.get(settings)
    if (known === undefined || known.size >= MAX_REMEMBERED) {
      known = new Map()
      remembered.set(settings, known)
    }
    const name = `${group}\n${model}`
    const found = known.get(name)
    if (found !== undefined) return found
    const made = workOut(model, group, settings)
    known.set(name, made)
    return made
  }
}

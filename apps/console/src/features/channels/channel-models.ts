import { parseJsonObject } from '../../shared/browser/json.ts'
import { localStore, type LocalStore } from '../../shared/session/local-store.ts'

export type ChannelModels = Readonly<Record<string, readonly string[]>>

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

const parseModels = (raw: string | null): ChannelModels => {
  const models: Record<string, readonly string[]> = {}
  for (const [type, names] of Object.entries(parseJsonObject(raw) ?? {})) models[type] = Array.isArray(names) ? names.filter(isName) : []
  return models
}

/** The default models of every channel type, in memory and for the next visit. */
export const createChannelModels = (store: LocalStore) => {
  let models: ChannelModels | undefined
  return {
    get: () => (models ??= parseModels(store.read('channel_models'))),
    set: (next: ChannelModels) => {
      models = next
      store.write('channel_models', JSON.stringify(next))
    },
  }
}

export const channelModels = createChannelModels(localStore)

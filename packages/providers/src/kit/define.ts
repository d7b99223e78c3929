import type { Provider } from '@weir/dialects/model/provider'

/** A provider is data and pure functions; frozen, because every channel of its type shares it. */
export const defineProvider = (provider: Provider): Provider => Object.freeze(provider)

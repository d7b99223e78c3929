import type { WireId } from '@weir/dialects/model/caller-wire'
import type { Provider, WireCapability } from '@weir/dialects/model/provider'

const served = (wire: WireId): WireCapability => ({
  encode: (call, target) => ({ method: 'POST', url: `${target.key.slice(4)}/${wire}`, headers: {}, body: call.rawBody }),
})

/** The callers' wires that the scripted upstream serves itself, each under an address of its own. */
export const ownWires: NonNullable<Provider['wires']> = {
  responses: {
    ...served('responses'),
    mayBeMissing: true,
    keptAnswer: ({ method, id, step, query }, target) => ({
      method,
      url: `${target.key.slice(4)}/responses/${id}${step}${query === '' ? '' : `?${query}`}`,
      headers: {},
      body: '',
    }),
  },
  gemini: served('gemini'),
  messages: {
    ...served('messages'),
    countTokens: (call, target) => ({ method: 'POST', url: `${target.key.slice(4)}/count`, headers: {}, body: call.rawBody }),
  },
}

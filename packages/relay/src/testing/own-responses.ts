import type { WireCapability } from '@weir/dialects/model/provider'

/** The Responses endpoint of the scripted upstream, under an address of its own. */
export const ownResponses: WireCapability = {
  encode: (call, target) => ({ method: 'POST', url: `${target.key.slice(4)}/responses`, headers: {}, body: call.rawBody }),
  mayBeMissing: true,
  keptAnswer: ({ method, id, step, query }, target) => ({
    method,
    url: `${target.key.slice(4)}/responses/${id}${step}${query === '' ? '' : `?${query}`}`,
    headers: {},
    body: '',
  }),
}

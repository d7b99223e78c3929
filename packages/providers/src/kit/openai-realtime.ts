import type { RealtimeCapability } from '@weir/dialects/model/provider'
import { withQuery } from './base-url.ts'
import { bearer, modelFor, urlOf, type OpenaiWireOptions } from './openai-wire.ts'

/** A host is named before its query, and the socket's scheme follows from the plain one. */
const socketUrl = (url: string, parameters: Readonly<Record<string, string>>): string => {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return withQuery(url.replace(/^http/, 'ws'), query.join('&'))
}

/** The Realtime endpoint. `parameters` names the model in the address, where that is not OpenAI's `model`. */
export const openaiRealtime = (
  options: OpenaiWireOptions,
  parameters: (model: string) => Readonly<Record<string, string>> = (model) => ({ model }),
): RealtimeCapability => ({
  encode: ({ model: asked, isBeta }, target, context) => {
    const model = modelFor(asked, target, options)
    return {
      method: 'GET',
      url: socketUrl(urlOf(options, target, { task: 'realtime', model }), parameters(model)),
      headers: { ...(options.headers ?? bearer)(target, context), ...(isBeta && { 'openai-beta': 'realtime=v1' }) },
      body: '',
    }
  },
})

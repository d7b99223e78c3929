import { renderMessagesCall } from '@weir/dialects/anthropic-messages/caller/render-call'
import type { WireCapability } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { defaultBaseUrlOf } from './base-url.ts'

interface MessagesWireOptions {
  readonly channelType: number
  /** Of Anthropic's endpoint, behind the host, or behind an address that has a path of its own. */
  readonly path: string | ((base: string) => string)
  /** What operators write behind the host for the other wire, and what is not part of this address. */
  readonly otherPath?: RegExp
  /** Fields that upstream takes and passes over. */
  readonly ignored?: readonly string[]
  /** By upstream's name of the model, where not all are served. */
  readonly serves?: (model: string) => boolean
}

const VERSION = '2023-06-01'
const OPENAI_PATH = /\/v\d+$/

/** Anthropic's wire at a vendor that serves it beside OpenAI's, with the same key. */
export const messagesWireAt = ({
  channelType,
  path,
  otherPath = OPENAI_PATH,
  ignored = [],
  serves,
}: MessagesWireOptions): WireCapability => ({
  encode: (call, target) => {
    const base = (target.baseUrl || defaultBaseUrlOf(channelType)).replace(/\/+$/, '').replace(otherPath, '')
    const betas = call.headers['anthropic-beta']
    return {
      method: 'POST',
      url: `${base}${typeof path === 'string' ? path : path(base)}`,
      headers: {
        authorization: `Bearer ${target.key}`,
        'anthropic-version': call.headers['anthropic-version'] ?? VERSION,
        ...(betas !== undefined && { 'anthropic-beta': betas }),
        'content-type': 'application/json',
        accept: call.isStream ? 'text/event-stream' : 'application/json',
      },
      body: renderMessagesCall(call, { model: mappedModel(call.model, target.modelMapping), systemPrompt: target.systemPrompt }),
    }
  },
  // Other servers and older plans stand behind these channel types, too.
  mayBeMissing: true,
  ...(serves && { isServed: (_, model) => serves(model) }),
  dropped: ({ body }) => ignored.filter((name) => body[name] !== undefined && body[name] !== null),
})

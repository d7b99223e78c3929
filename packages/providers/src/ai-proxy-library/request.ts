import { arrayAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { lastText } from '../kit/input/last-text.ts'
import type { AskRequest } from './wire.ts'

const DEFAULT_BASE_URL = defaultBaseUrlOf(21)

export const encodeChat = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const body: AskRequest = {
    model: mappedModel(call.model, target.modelMapping),
    query: lastText(call),
    libraryId: target.config['library_id'] || target.other,
    stream: call.isStream,
  }
  return {
    method: 'POST',
    url: `${baseUrlOf(target, DEFAULT_BASE_URL)}/api/library/ask`,
    headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** A library is asked one question; the talk before it is not heard. */
export const dropped = (call: ChatCall): readonly string[] => (arrayAt(call.body, 'messages').length > 1 ? ['messages'] : [])

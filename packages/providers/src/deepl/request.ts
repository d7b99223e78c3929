import { arrayAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { wordTable } from '@weir/dialects/word-table'
import { defaultBaseUrlOf, unversionedUrlOf } from '../kit/base-url.ts'
import { lastText } from '../kit/input/last-text.ts'
import type { TranslateRequest } from './wire.ts'

const DEFAULT_BASE_URL = defaultBaseUrlOf(38)
const PAID_BASE_URL = 'https://api.deepl.com'

/** Keys of the free plan say so at their end; the others belong to another server. */
export const serverOf = (target: ChannelTarget): string =>
  unversionedUrlOf(target, target.key.endsWith(':fx') ? DEFAULT_BASE_URL : PAID_BASE_URL)

export const credential = (target: ChannelTarget): Readonly<Record<string, string>> => ({ authorization: `DeepL-Auth-Key ${target.key}` })

/** Languages that must name their variant when they are translated into. */
const VARIANTS = wordTable<string>({ EN: 'EN-US', PT: 'PT-PT' })

/** The model names the language: deepl-ja, deepl-en-us. */
const languageOf = (model: string): string => {
  const language = model.replace(/^deepl-?/i, '').toUpperCase() || 'ZH'
  return VARIANTS[language] ?? language
}

export const encodeChat = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const body: TranslateRequest = { text: [lastText(call)], target_lang: languageOf(mappedModel(call.model, target.modelMapping)) }
  return {
    method: 'POST',
    url: `${serverOf(target)}/v2/translate`,
    headers: { ...credential(target), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** One text is translated; the talk before it is not heard. */
export const dropped = (call: ChatCall): readonly string[] => (arrayAt(call.body, 'messages').length > 1 ? ['messages'] : [])

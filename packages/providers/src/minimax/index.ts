import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Provider, SameWire } from '@weir/dialects/model/provider'
import type { RefusalCode } from '@weir/dialects/model/wire-error'
import { defaultBaseUrlOf } from '../kit/base-url.ts'
import { changes, clampField, defaultField, developerIsSystem, withoutFields } from '../kit/body.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { classifyOpenaiError, type Where } from '../kit/openai-wire.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'
import { images } from './images.ts'
import { faultOfCode, refusalCodeOf, replyCode, replyWords } from './reply-code.ts'
import { speech } from './speech.ts'

const defaultBaseUrl = defaultBaseUrlOf(27)

/** The oldest host serves its own path only. */
const path = ({ base, task }: Where): string => (new URL(base).host === 'api.minimax.chat' ? '/v1/text/chatcompletion_v2' : `/v1/${task}`)

/** Zero is outside its range, and means "as decided as can be", which is what leaving it out comes nearest to. */
const warmth = (body: JsonObject): JsonObject =>
  typeof body['temperature'] === 'number' && body['temperature'] <= 0 ? withoutFields('temperature')(body, '') : body

/** Errors come with status 200. */
const unmask = (json: JsonObject): JsonObject => {
  const code = replyCode(json)
  return code === 0 ? json : { ...json, error: { message: replyWords(json), type: 'upstream_error', code: String(code) } }
}

const withoutMessage = withoutFields('message')

/** The last frame of the older path repeats the whole text. Where nothing came before it, it is the answer itself, and no stream. */
const withoutRepeat = (): ((json: JsonObject) => JsonObject) => {
  let hasBegun = false
  return (json) => {
    const choices = arrayAt(json, 'choices')
    const isRepeat = hasBegun && choices.some((choice) => objectAt(choice, 'message') !== undefined)
    hasBegun ||= choices.length > 0
    if (!isRepeat) return json
    return { ...json, choices: choices.map((choice) => (isObject(choice) ? { ...withoutMessage(choice, ''), delta: {} } : choice)) }
  }
}

const normalizeAnswer: NonNullable<SameWire['openNormalizer']> = (call, head) => {
  const once = call.isStream ? withoutRepeat() : (json: JsonObject) => json
  return lenientNormalizer({ first: (json) => unmask(once(json)) })(call, head)
}

const classifyStatus = classifyOpenaiError()

/** Of a reply as it came, or of the error that was made of it. */
const codeIn = (json: unknown): number => replyCode(json) || Number(objectAt(json, 'error')?.['code'])

const classify = (status: number, body: string): UpstreamFault => faultOfCode(codeIn(parseJson(body))) ?? classifyStatus(status, body)

const refusalCode = (_status: number, body: string): RefusalCode | undefined => {
  const json = parseJson(body)
  return refusalCodeOf(codeIn(json), replyWords(json) || (textAt(objectAt(json, 'error'), 'message') ?? ''))
}

const compatible = openaiProvider({
  id: 'minimax',
  channelType: 27,
  wires: { messages: messagesWireAt({ channelType: 27, path: '/anthropic/v1/messages' }) },
  path,
  filtersAllowedTools: true,
  adapt: changes(
    developerIsSystem,
    warmth,
    clampField('temperature', { max: 1 }),
    clampField('top_p', { min: 0.01, max: 1 }),
    defaultField('reasoning_split', true),
  ),
  openNormalizer: normalizeAnswer,
  classify,
  refusalCode,
})

export const minimax: Provider = {
  ...compatible,
  tasks: { 'audio/speech': speech(defaultBaseUrl), 'images/generations': images(defaultBaseUrl) },
}

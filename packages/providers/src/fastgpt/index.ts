import { isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { developerIsSystem, withoutFields } from '../kit/body.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { classifyOpenaiError } from '../kit/openai-wire.ts'

const isError = (json: JsonObject): boolean => ['code', 'statusText', 'message'].some((name) => Object.hasOwn(json, name))

/** The figures are always 1, which is not what was used. An error has a code, a statusText or a message where an answer has choices. */
const unmask = (json: JsonObject): JsonObject => {
  const answer = withoutFields('usage')(json, '')
  if (Array.isArray(json['choices']) || isObject(json['error']) || !isError(json)) return answer
  return { ...answer, error: { message: json['message'], type: 'upstream_error', code: json['code'] } }
}

const SPENT_KEY = /^Key \S+ is (expired|over usage)$/

const classifyCode = classifyOpenaiError({ '514': 'bad-credential', unAuthApiKey: 'bad-credential' })

/** A key that has run out has no code of its own; the words are FastGPT's from the first to the last. */
const classify = (status: number, body: string): UpstreamFault => {
  const json = parseJson(body)
  const [, why] = SPENT_KEY.exec(textAt(json, 'message') ?? textAt(objectAt(json, 'error'), 'message') ?? '') ?? []
  if (why === undefined) return classifyCode(status, body)
  return why === 'expired' ? 'bad-credential' : 'out-of-credit'
}

/** The app decides on model, tools and sampling; what the caller says about them is ignored there. */
export const fastgpt = openaiProvider({
  id: 'fastgpt',
  channelType: 22,
  filtersAllowedTools: true,
  adapt: developerIsSystem,
  // With it a stream tells of every step of the app, among the words of the answer.
  drop: ['detail'],
  openNormalizer: lenientNormalizer({ first: unmask }),
  classify,
})

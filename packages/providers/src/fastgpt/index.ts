import { isObject, type JsonObject } from '@weir/dialects/json'
import { withoutFields } from '../kit/body.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const isError = (json: JsonObject): boolean => ['code', 'statusText', 'message'].some((name) => Object.hasOwn(json, name))

/** The figures are always 1, which is not what was used. An error has a code, a statusText or a message where an answer has choices. */
const unmask = (json: JsonObject): JsonObject => {
  const answer = withoutFields('usage')(json, '')
  if (Array.isArray(json['choices']) || isObject(json['error']) || !isError(json)) return answer
  return { ...answer, error: { message: json['message'], type: 'upstream_error', code: json['code'] } }
}

/** The app decides on model, tools and sampling; what the caller says about them is ignored there. */
export const fastgpt = openaiProvider({
  id: 'fastgpt',
  channelType: 22,
  filtersAllowedTools: true,
  // With it a stream tells of every step of the app, among the words of the answer.
  drop: ['detail'],
  openNormalizer: lenientNormalizer({ first: unmask }),
  codes: { '514': 'bad-credential', unAuthApiKey: 'bad-credential' },
})

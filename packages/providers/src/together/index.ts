import { objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import { changes, translateField, withoutFields } from '../kit/body.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const withoutTextFormat = (body: JsonObject): JsonObject =>
  objectAt(body, 'response_format')?.['type'] === 'text' ? withoutFields('response_format')(body, '') : body

const sizeInSides = (body: JsonObject): JsonObject => {
  const sides = /^(\d+)x(\d+)$/.exec(textAt(body, 'size') ?? '')
  const rest = withoutFields('size', 'quality', 'style')(body, '')
  return sides === null ? rest : { ...rest, width: Number(sides[1]), height: Number(sides[2]) }
}

export const together = openaiProvider({
  id: 'together',
  channelType: 39,
  filtersAllowedTools: true,
  extensions: ['reasoning_content', 'top_k'],
  adapt: changes(olderNames, withoutTextFormat),
  adaptTask: { 'images/generations': changes(sizeInSides, translateField('response_format', { b64_json: 'base64' })) },
  openNormalizer: lenientNormalizer(),
  tasks: ['completions', 'embeddings', 'images/generations', 'audio/speech', 'audio/transcriptions', 'rerank'],
  codes: { model_rate_limit: 'rate-limited', engine_overloaded: 'overloaded' },
  // 403 is said of a prompt that is too long.
  statuses: { 403: 'bad-request', 524: 'too-slow' },
})

import { arrayAt, objectAt, type JsonObject } from '@weir/dialects/json'
import {
  changes,
  eachMessage,
  flattenText,
  forModels,
  messagesWithout,
  messagesWithoutNulls,
  renameField,
  translateField,
  withoutFields,
} from '../kit/body.ts'
import { fewStops } from '../kit/input/few-stops.ts'
import { schemaAsInstruction } from '../kit/input/schema-instruction.ts'
import { inspectReplyAt } from '../kit/inspect-reply-at.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { oneAnswerOnly } from '../kit/input/one-answer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const thoughtsByTheirName = renameField('reasoning_content', 'reasoning')

const HAS_LEVELS = /gpt-oss/
const THINKS_OR_NOT = /qwen3/

/** One family knows three levels, another only whether to think; all others refuse to be told. */
const effortByFamily = changes(
  forModels(HAS_LEVELS, translateField('reasoning_effort', { none: 'low', minimal: 'low', xhigh: 'high', max: 'high' })),
  forModels(
    THINKS_OR_NOT,
    translateField('reasoning_effort', {
      minimal: 'default',
      low: 'default',
      medium: 'default',
      high: 'default',
      xhigh: 'default',
      max: 'default',
    }),
  ),
  forModels((model) => !HAS_LEVELS.test(model) && !THINKS_OR_NOT.test(model), withoutFields('reasoning_effort')),
)

const KNOWS_SCHEMAS = /gpt-oss|llama-4|kimi-k2/

/** Answers that are held to a schema cannot be streamed, nor can functions be called beside it; there the schema is only followed. */
const followedSchema = (body: JsonObject): JsonObject => {
  const format = objectAt(body, 'response_format')
  const schema = objectAt(format, 'json_schema')
  const isAlone = body['stream'] !== true && arrayAt(body, 'tools').length === 0
  return schema?.['strict'] !== true || isAlone
    ? body
    : { ...body, response_format: { ...format, json_schema: { ...schema, strict: false } } }
}

const formatByModel = changes(
  forModels(KNOWS_SCHEMAS, followedSchema),
  forModels((model) => !KNOWS_SCHEMAS.test(model), schemaAsInstruction),
)

export const groq = openaiProvider({
  id: 'groq',
  channelType: 29,
  filtersAllowedTools: true,
  adapt: changes(
    oneAnswerOnly,
    messagesWithoutNulls,
    messagesWithout('name'),
    flattenText,
    eachMessage((message) => thoughtsByTheirName(message, '')),
    effortByFamily,
    formatByModel,
    translateField('service_tier', { default: 'on_demand' }),
    fewStops(4),
  ),
  drop: ['logprobs', 'top_logprobs', 'logit_bias', 'n', 'store', 'prediction', 'metadata'],
  inspectReply: inspectReplyAt({ usageAt: (json) => objectAt(objectAt(json, 'x_groq'), 'usage') }),
  openNormalizer: lenientNormalizer(),
  tasks: ['audio/speech', 'audio/transcriptions', 'audio/translations'],
  codes: { organization_restricted: 'bad-credential', blocked_api_access: 'bad-credential', rate_limit_exceeded: 'rate-limited' },
  // 498: the flexible tier is full.
  statuses: { 424: 'broken', 498: 'overloaded' },
})

import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import {
  changes,
  clampField,
  developerIsSystem,
  eachMessage,
  eachTool,
  forModels,
  onlyFields,
  renameField,
  translateField,
  withoutFields,
  type BodyChange,
} from '../body.ts'
import { limitNamed } from '../input/older-names.ts'
import { ownContent } from './content.ts'

/** Everything the wire knows at the top of a chat call. */
export const FIELDS = [
  'model',
  'messages',
  'temperature',
  'top_p',
  'max_tokens',
  'stream',
  'stop',
  'random_seed',
  'response_format',
  'tools',
  'tool_choice',
  'presence_penalty',
  'frequency_penalty',
  'n',
  'prediction',
  'parallel_tool_calls',
  'prompt_mode',
  'reasoning_effort',
  'safe_prompt',
  'metadata',
]

const OWN_ID = /^[a-zA-Z0-9]{9}$/

/** A text's digest in the letters of base64url. */
type Digest = (text: string) => string

/** Ids must be nine letters or digits. The same id always becomes the same, so that a result still finds its call. */
const shortenIds = (digest: Digest): BodyChange => {
  const shortId = (id: string): string => (OWN_ID.test(id) ? id : digest(id).replaceAll(/[-_]/g, '0').slice(0, 9))
  const withShortId = (value: unknown): unknown => {
    const id = textAt(value, 'id')
    return isObject(value) && id !== undefined && shortId(id) !== id ? { ...value, id: shortId(id) } : value
  }
  return eachMessage((message) => {
    const answered = textAt(message, 'tool_call_id')
    if (answered !== undefined) return shortId(answered) === answered ? message : { ...message, tool_call_id: shortId(answered) }
    const calls = arrayAt(message, 'tool_calls')
    const short = calls.map(withShortId)
    return short.every((call, at) => call === calls[at]) ? message : { ...message, tool_calls: short }
  })
}

const ofAnyone = onlyFields('role', 'content', 'tool_calls', 'tool_call_id', 'prefix')
const ofTool = onlyFields('role', 'content', 'tool_call_id', 'name')

const knownMembers = eachMessage((message) => {
  const known = (message['role'] === 'tool' ? ofTool : ofAnyone)(message, '')
  const nulls = Object.keys(known).filter((name) => known[name] === null)
  return withoutFields(...nulls)(known, '')
})

/** A turn of the model at the end is the beginning of its answer, and must say so. */
const lastIsPrefix = eachMessage((message, at, all) =>
  at === all.length - 1 && message['role'] === 'assistant' && message['prefix'] === undefined ? { ...message, prefix: true } : message,
)

const systemFirst = (body: JsonObject): JsonObject => {
  const messages = arrayAt(body, 'messages')
  const isSystem = (message: unknown): boolean => textAt(message, 'role') === 'system'
  const firstOther = messages.findIndex((message) => !isSystem(message))
  if (firstOther === -1 || !messages.slice(firstOther).some(isSystem)) return body
  return { ...body, messages: [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))] }
}

const SCHEMA_NOTES = withoutFields('$id', '$schema')

const plainSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plainSchema)
  if (!isObject(value)) return value
  const bare = SCHEMA_NOTES(value, '')
  const open = bare['additionalProperties'] === false ? withoutFields('additionalProperties')(bare, '') : bare
  return Object.fromEntries(Object.entries(open).map(([name, member]) => [name, plainSchema(member)]))
}

const plainTools = eachTool((fn) => {
  const bare = withoutFields('strict')(fn, '')
  const parameters = objectAt(bare, 'parameters')
  return parameters === undefined ? bare : { ...bare, parameters: plainSchema(parameters) }
})

/** OpenAI's goes to 2. */
const MAX_TEMPERATURE = 1.5

/** Effort can be set on these only, and only to all or nothing. */
const ADJUSTABLE = /^mistral-(?:medium-(?:3\.5|latest)|small-(?:2603|latest)|large-(?:4|latest))/
const ALL_OR_NOTHING = { minimal: 'high', low: 'high', medium: 'high', xhigh: 'high', max: 'high' }

/** A chat body as this wire wants it, apart from the fields it does not know. */
export const toMistral = (digest: Digest): BodyChange =>
  changes(
    renameField('seed', 'random_seed'),
    limitNamed('max_tokens'),
    clampField('temperature', { max: MAX_TEMPERATURE }),
    forModels(ADJUSTABLE, translateField('reasoning_effort', ALL_OR_NOTHING)),
    forModels((model) => !ADJUSTABLE.test(model), withoutFields('reasoning_effort')),
    developerIsSystem,
    ownContent,
    knownMembers,
    shortenIds(digest),
    systemFirst,
    lastIsPrefix,
    plainTools,
  )

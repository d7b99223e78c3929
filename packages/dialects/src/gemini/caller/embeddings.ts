import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../../json.ts'
import type { CallProblem } from '../../model/call.ts'
import type { EmbeddingCall, WireEmbeddings, WireRequest } from '../../model/caller-wire.ts'
import { shapeProblem } from '../../openai-chat/body-shape.ts'
import { numbersOf, unpacked } from '../../openai-tasks/embeddings.ts'
import { withPartLists } from './field-lists.ts'
import { inCamelCase } from './field-names.ts'

type Parsed = { readonly ok: true; readonly call: EmbeddingCall } | { readonly ok: false; readonly problem: CallProblem }

const refuse = (param: string, zh: string, en: string): Parsed => ({ ok: false, problem: { param, zh, en } })

interface Placed {
  readonly request: JsonObject
  readonly prefix: string
}

/** One request by itself, or each of a list. */
const requestsOf = (body: JsonObject): readonly Placed[] =>
  body['requests'] === undefined
    ? [{ request: body, prefix: '' }]
    : arrayAt(body, 'requests').map((request, at) => ({ request: isObject(request) ? request : {}, prefix: `requests[${at}].` }))

/** Only words can be embedded by every model. */
const textOf = ({ request }: Placed): string | undefined => {
  const parts = arrayAt(objectAt(request, 'content'), 'parts')
  const texts = parts.flatMap((part) => textAt(part, 'text') ?? [])
  return parts.length === 0 || texts.length !== parts.length ? undefined : texts.join('\n')
}

/** Newer clients wrap the options. */
const optionsOf = ({ request }: Placed): JsonObject => ({ ...request, ...objectAt(request, 'embedContentConfig') })

const UNDERSTOOD: ReadonlySet<string> = new Set(['model', 'content', 'outputDimensionality', 'embedContentConfig'])

const othersIn = (placed: Placed): readonly string[] =>
  Object.entries(optionsOf(placed)).flatMap(([name, value]) =>
    UNDERSTOOD.has(name) || value === undefined || value === null ? [] : [`${placed.prefix}${name.slice(0, 64)}`],
  )

const MAX_NAMES = 32

const parseCall = ({ rawBody, address }: WireRequest): Parsed => {
  const tooMuch = shapeProblem(rawBody)
  if (tooMuch !== undefined) return { ok: false, problem: tooMuch }
  const given = parseJson(rawBody)
  if (!isObject(given)) return refuse('', '请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object')
  const { body, twice } = inCamelCase(given)
  if (twice !== undefined)
    return refuse(twice, `字段 ${twice} 以两种写法重复出现`, `The field ${twice} stands there in both spellings; send one`)
  const placed = requestsOf(withPartLists(body))
  if (placed.length === 0) return refuse('requests', 'requests 必须是非空的数组', 'The field requests must be a non-empty array')
  const texts = placed.map(textOf)
  const wrong = placed[texts.indexOf(undefined)]
  if (wrong !== undefined) {
    const param = `${wrong.prefix}content.parts`
    return refuse(param, `${param} 必须是非空的文本数组`, `The field ${param} must be a non-empty array of texts`)
  }
  const sizes = new Set(placed.map((entry) => optionsOf(entry)['outputDimensionality']))
  if (sizes.size > 1) {
    const param = 'requests[1].outputDimensionality'
    return refuse(param, '同一批请求的 outputDimensionality 必须相同', 'All requests of a batch must have the same outputDimensionality')
  }
  const [dimensions] = sizes
  const model = (address?.model ?? '').replace(/^models\//, '').trim()
  return {
    ok: true,
    call: {
      body: { model, input: texts, encoding_format: 'float', ...(typeof dimensions === 'number' && { dimensions }) },
      dropped: placed.flatMap(othersIn).slice(0, MAX_NAMES),
      isBatch: body['requests'] !== undefined,
    },
  }
}

/** Some upstreams pack vectors whatever they are asked for. */
const vectorOf = (value: unknown): readonly number[] => (typeof value === 'string' ? unpacked(value) : numbersOf(value))

const renderReply: WireEmbeddings['renderReply'] = (json, { body, isBatch }) => {
  const vectors = arrayAt(json, 'data').map((entry) => ({ values: vectorOf(isObject(entry) ? entry['embedding'] : undefined) }))
  if (vectors.length !== arrayAt(body, 'input').length || vectors.some(({ values }) => values.length === 0)) return undefined
  return JSON.stringify(isBatch ? { embeddings: vectors } : { embedding: vectors[0] })
}

/** Google's embeddings, by way of those that every provider has. */
export const geminiEmbeddings: WireEmbeddings = { parseCall, renderReply }

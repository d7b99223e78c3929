import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { Task } from '@weir/dialects/model/task'
import type { Usage } from '@weir/dialects/model/usage'
import { FrameSplitter, dataOfFrame } from '@weir/dialects/sse/decode'
import { YELLOW_PICTURE, namesYellow } from './yellow-picture.ts'

export type ProbeName = 'text' | 'stream' | 'tools' | 'json' | 'vision' | 'embedding' | 'rerank' | 'speech' | 'image'

/** An answer came, but not what was asked for. */
export type Shortcoming =
  | 'broken'
  | 'no-finish'
  | 'no-usage'
  | 'no-tool-call'
  | 'bad-arguments'
  | 'not-json'
  | 'wrong-color'
  | 'no-vector'
  | 'no-ranking'
  | 'no-audio'
  | 'no-image'

/** An answer as a caller would have got it. */
export interface ProbeAnswer {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** As far as upstream said. */
  readonly usage: Usage | undefined
}

/** What the answer said, or what it lacked. */
export type Verdict =
  | { readonly isFit: true; readonly said: string }
  | { readonly isFit: false; readonly lack: Shortcoming; readonly said: string }

export interface ProbeDefinition {
  /** Absent: a chat. */
  readonly task?: Task
  /** Without the model. */
  readonly body: JsonObject
  readonly judge: (answer: ProbeAnswer) => Verdict
  /** What a reply lacks that is no answer at all. */
  readonly lack?: Shortcoming
  /** Where the answer may be larger than a few words. */
  readonly maxReplyBytes?: number
  /** Where it takes longer than a few words do. */
  readonly maxWaitMs?: number
}

const MAX_PICTURE_BYTES = 16 * 1024 * 1024
/** The console waits for two minutes. */
const MAX_PICTURE_WAIT_MS = 110_000

const decoder = new TextDecoder()
const fit = (said: string): Verdict => ({ isFit: true, said })
const lacks = (lack: Shortcoming, said = ''): Verdict => ({ isFit: false, lack, said })
const jsonOf = ({ bytes }: ProbeAnswer): unknown => parseJson(decoder.decode(bytes))
const ask = (content: unknown): JsonObject => ({ messages: [{ role: 'user', content }] })

const messageOf = (answer: ProbeAnswer): JsonObject | undefined => objectAt(arrayAt(jsonOf(answer), 'choices')[0], 'message')
const textOf = (answer: ProbeAnswer): string | undefined => textAt(messageOf(answer), 'content')

const chunksOf = (bytes: Uint8Array): readonly unknown[] =>
  new FrameSplitter().push(bytes).flatMap((frame) => {
    const data = dataOfFrame(frame)
    return data === undefined ? [] : [parseJson(data)]
  })

const judgeText = (answer: ProbeAnswer): Verdict => {
  const text = textOf(answer)
  return text === undefined ? lacks('broken') : fit(text)
}

const judgeStream = (answer: ProbeAnswer): Verdict => {
  const choices = chunksOf(answer.bytes).map((chunk) => arrayAt(chunk, 'choices')[0])
  const said = choices.map((choice) => textAt(objectAt(choice, 'delta'), 'content') ?? '').join('')
  if (!choices.some((choice) => textAt(choice, 'finish_reason') !== undefined)) return lacks('no-finish', said)
  return answer.usage === undefined ? lacks('no-usage', said) : fit(said)
}

const TOOL = 'get_weather'

const judgeTools = (answer: ProbeAnswer): Verdict => {
  const message = messageOf(answer)
  const call = arrayAt(message, 'tool_calls')
    .map((entry) => objectAt(entry, 'function'))
    .find((entry) => textAt(entry, 'name') === TOOL)
  if (call === undefined) return lacks('no-tool-call', textAt(message, 'content') ?? '')
  const given = textAt(call, 'arguments') ?? ''
  return textAt(parseJson(given), 'city') === undefined ? lacks('bad-arguments', given) : fit(`${TOOL}(${given})`)
}

const judgeJson = (answer: ProbeAnswer): Verdict => {
  const text = textOf(answer)
  if (text === undefined) return lacks('broken')
  return isObject(parseJson(text)) ? fit(text) : lacks('not-json', text)
}

const judgeVision = (answer: ProbeAnswer): Verdict => {
  const text = textOf(answer)
  if (text === undefined) return lacks('broken')
  return namesYellow(text) ? fit(text) : lacks('wrong-color', text)
}

const judgeEmbedding = (answer: ProbeAnswer): Verdict => {
  const vector = arrayAt(arrayAt(jsonOf(answer), 'data')[0], 'embedding')
  const isVector = vector.length > 0 && vector.every((figure) => typeof figure === 'number' && Number.isFinite(figure))
  return isVector ? fit(`[${vector.length}]`) : lacks('no-vector')
}

const judgeRanking = (answer: ProbeAnswer): Verdict => {
  const results = arrayAt(jsonOf(answer), 'results')
  const isRanked = (row: unknown): boolean =>
    isObject(row) && Number.isSafeInteger(row['index']) && typeof row['relevance_score'] === 'number'
  if (results.length === 0 || !results.every(isRanked)) return lacks('no-ranking')
  return fit(results.map((row) => `#${String(isObject(row) ? row['index'] : '')}`).join(' > '))
}

/** Texts under the name of audio are pages of errors; JSON is never sound. */
const judgeSpeech = ({ bytes, contentType }: ProbeAnswer): Verdict =>
  bytes.length > 0 && !/json|text|html/i.test(contentType) ? fit(`${contentType} (${bytes.length} B)`) : lacks('no-audio')

const judgeImage = (answer: ProbeAnswer): Verdict => {
  const [picture] = arrayAt(jsonOf(answer), 'data')
  const found = textAt(picture, 'b64_json') || textAt(picture, 'url')
  return found ? fit('image') : lacks('no-image')
}

const weatherTool = {
  type: 'function',
  function: {
    name: TOOL,
    description: 'Tells the weather in a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

const colorQuestion = [
  { type: 'text', text: 'Which single colour fills this picture? Answer with one English word.' },
  { type: 'image_url', image_url: { url: YELLOW_PICTURE } },
]

const SELF = 'Reply with the name of your model and nothing else.'

/** One short request for each thing a channel can be asked for. None sets a limit of tokens: thinking would use it up before the answer. */
export const PROBE_DEFINITIONS: Readonly<Record<ProbeName, ProbeDefinition>> = {
  text: { body: ask(SELF), judge: judgeText },
  stream: { body: { ...ask(SELF), stream: true, stream_options: { include_usage: true } }, judge: judgeStream },
  tools: { body: { ...ask(`Call ${TOOL} for Paris. Do not answer in words.`), tools: [weatherTool] }, judge: judgeTools },
  json: {
    body: { ...ask('Answer with the JSON object {"ok": true} and nothing else.'), response_format: { type: 'json_object' } },
    judge: judgeJson,
  },
  vision: { body: ask(colorQuestion), judge: judgeVision },
  embedding: { task: 'embeddings', body: { input: 'A weir lets the river pass.' }, judge: judgeEmbedding, lack: 'no-vector' },
  rerank: {
    task: 'rerank',
    body: { query: 'What is a weir?', documents: ['A weir is a low dam.', 'Bread is baked in an oven.'] },
    judge: judgeRanking,
    lack: 'no-ranking',
  },
  speech: { task: 'audio/speech', body: { input: 'Hello.', voice: 'alloy' }, judge: judgeSpeech, lack: 'no-audio' },
  image: {
    task: 'images/generations',
    body: { prompt: 'A plain yellow square', n: 1 },
    judge: judgeImage,
    lack: 'no-image',
    maxReplyBytes: MAX_PICTURE_BYTES,
    maxWaitMs: MAX_PICTURE_WAIT_MS,
  },
}

import { describe, expect, it } from 'bun:test'
import { objectAt, type JsonObject } from '@weir/dialects/json'
import { TASKS, type Task } from '@weir/dialects/model/task'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { unsaidFields } from '@weir/dialects/openai-tasks/unsaid-fields'
import { providers } from './index.ts'
import { targetOf, taskCallOf } from './kit/conformance/expectation.ts'

const PNG = 'iVBORw0KGgoAAAAN'
const PICTURE = {
  prompt: 'a weir',
  size: '1024x1024',
  quality: 'hd',
  style: 'vivid',
  background: 'transparent',
  output_format: 'webp',
  seed: 7,
  negative_prompt: 'fish',
  response_format: 'b64_json',
  user: 'u1',
}

/** Every field of a task that callers know, each with a value that asks for something. */
const WIDE: Readonly<Record<Task, JsonObject>> = {
  completions: {
    call: {
      prompt: 'def f(',
      suffix: 'end',
      max_tokens: 9,
      stop: ['\n'],
      seed: 7,
      echo: true,
      logprobs: 2,
      presence_penalty: 1,
      user: 'u1',
    },
  },
  embeddings: { call: { input: ['one', 'two'], dimensions: 256, encoding_format: 'base64', input_type: 'search_query', user: 'u1' } },
  moderations: { call: { input: 'hi' } },
  'images/generations': { call: PICTURE },
  'images/edits': { form: PICTURE, files: { image: PNG } },
  'images/variations': { form: { size: '1024x1024' }, files: { image: PNG } },
  'audio/speech': {
    call: { input: 'hi', voice: 'alloy', response_format: 'opus', speed: 1.5, instructions: 'calm', stream_format: 'sse' },
  },
  'audio/transcriptions': { form: { language: 'en', temperature: 0.5 }, files: { file: PNG } },
  'audio/translations': { form: { temperature: 0.5 }, files: { file: PNG } },
  rerank: { call: { query: 'q', documents: ['a', 'b'], top_n: 1, return_documents: true, max_tokens_per_doc: 99 } },
}

/** Without what `PICTURE` asks for specially. */
const QUIET = { size: null, quality: null, style: null, background: null, output_format: null, seed: null, negative_prompt: null }

interface Asked {
  readonly model?: string | undefined
  readonly fields?: JsonObject
  readonly target?: Partial<ChannelTarget>
}

const withModel = (script: JsonObject, { model = 'm', fields = {} }: Asked): JsonObject => {
  const kind = script['form'] === undefined ? 'call' : 'form'
  const given = Object.entries({ model, ...objectAt(script, kind), ...fields }).filter(([, value]) => value !== null)
  return { ...script, [kind]: Object.fromEntries(given) }
}

const unsaidBy = (type: number, task: Task, asked: Asked = {}): readonly string[] | undefined => {
  const capability = providers.get(type)?.tasks?.[task]
  return (
    capability &&
    unsaidFields(capability, taskCallOf(task, withModel(WIDE[task], { model: MODELS.get(`${task} ${type}`), ...asked })), {
      ...targetOf({}),
      ...KEYED.get(type),
      ...asked.target,
    })
  )
}

/** Channels whose key or settings say more than a key. */
const KEYED = new Map<number, Partial<ChannelTarget>>([
  [15, { key: 'id-0123456789ab|secret-0123456789' }],
  [23, { key: 'app|id-0123456789ab|secret-0123456789' }],
  [33, { key: 'AKID0123456789|secret0123456789|us-east-1', config: {} }],
  [42, { config: { region: 'us-central1', vertex_ai_project_id: 'p1' } }],
])

/** Where not every model serves the task. */
const MODELS = new Map([['images/edits 17', 'qwen-image-edit']])

const OWN_PICTURES = ['quality', 'style', 'background', 'output_format']

describe('what tasks ask for and upstream is not told', () => {
  it('is named of every provider, and nothing where the body is passed on', () => {
    const named = TASKS.flatMap((task) => [...providers.keys()].map((type) => [`${task} ${type}`, unsaidBy(type, task)] as const))
    expect(Object.fromEntries(named.filter(([, names]) => names !== undefined && names.length > 0))).toEqual({
      'audio/speech 27': ['response_format', 'instructions', 'stream_format'],
      'completions 28': ['echo', 'logprobs', 'presence_penalty'],
      'embeddings 15': ['dimensions', 'input_type'],
      'embeddings 23': ['dimensions', 'input_type'],
      'embeddings 24': ['input_type'],
      'embeddings 28': ['input_type'],
      'embeddings 30': ['input_type'],
      'embeddings 42': ['input_type'],
      'images/edits 17': OWN_PICTURES,
      'images/edits 40': [...OWN_PICTURES, 'negative_prompt'],
      'images/edits 44': OWN_PICTURES,
      'images/edits 47': OWN_PICTURES,
      'images/generations 16': ['style'],
      'images/generations 17': OWN_PICTURES,
      'images/generations 24': [...OWN_PICTURES, 'seed', 'negative_prompt'],
      'images/generations 27': [...OWN_PICTURES, 'seed', 'negative_prompt'],
      'images/generations 37': [...OWN_PICTURES, 'seed', 'negative_prompt'],
      'images/generations 39': ['quality', 'style'],
      'images/generations 42': [...OWN_PICTURES, 'seed', 'negative_prompt'],
      'images/generations 45': ['size', 'quality', 'style'],
      'images/generations 46': ['quality', 'style', 'background', 'negative_prompt'],
      'rerank 17': ['max_tokens_per_doc'],
      'rerank 33': ['return_documents', 'max_tokens_per_doc'],
      'rerank 37': ['return_documents', 'max_tokens_per_doc'],
    })
  })

  it('depends on the key and the model', () => {
    expect(unsaidBy(15, 'embeddings', { target: { key: 'bce-v3/ALTAK-0123456789ab/x' } })).toEqual([])
    const titan = { model: 'amazon.titan-embed-text-v2:0', fields: { input: 'one' } }
    expect([unsaidBy(33, 'embeddings'), unsaidBy(33, 'embeddings', titan)]).toEqual([[], ['input_type']])
  })

  it.each([
    [27, { size: '1000x300' }, ['size']],
    [24, { image: 'https://example.com/1.png' }, ['image']],
    [24, { stream: true, partial_images: 2 }, ['stream', 'partial_images']],
  ])('is named of a picture on type %i that is asked for with %j', (type, fields, unsaid) => {
    expect(unsaidBy(type, 'images/generations', { fields: { ...QUIET, ...fields } })).toEqual(unsaid)
  })

  it.each([
    [16, 'images/generations'],
    [24, 'images/generations'],
    [27, 'images/generations'],
    [40, 'images/edits'],
    [45, 'images/generations'],
  ] as const)('is nothing on type %i where %s ask for what comes in any case', (type, task) => {
    expect(unsaidBy(type, task, { fields: { ...QUIET, n: 1, size: 'auto', quality: 'standard', background: 'auto' } })).toEqual([])
  })

  it.each([
    ['alloy', 'mp3', 1],
    ['nova', 'wav', 9],
  ])('is nothing where speech asks for the voice %s, %s and the speed %d', (voice, format, speed) => {
    const fields = { voice, response_format: format, speed, instructions: null, stream_format: null }
    expect(unsaidBy(27, 'audio/speech', { fields })).toEqual([])
  })
})

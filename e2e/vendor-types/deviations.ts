import { isObject, type JsonObject } from '@weir/dialects/json'
import { mapAt } from './at-path.ts'
import type { WireName } from './wire/wires.ts'

/** Where a request is right although the type of the vendor's client says otherwise. */
export interface Deviation {
  readonly wires: readonly WireName[]
  /** The object, such as `messages.*`; a star stands for every item of a list. */
  readonly at: string
  readonly member: string
  readonly reason: string
}

const SAMPLED = ['anthropic messages of 2023', 'anthropic on bedrock', 'anthropic on vertex'] as const

const sampling = (member: string): Deviation => ({
  wires: SAMPLED,
  at: '',
  member,
  reason: 'The version of October 2026, which the client speaks, has it no longer; the version that is named here has it.',
})

export const deviations: readonly Deviation[] = [
  sampling('temperature'),
  sampling('top_p'),
  sampling('top_k'),
  {
    wires: ['ollama chat'],
    at: 'tools.*.function.parameters',
    member: 'additionalProperties',
    reason: "It is a word of JSON Schema, of which the client knows five; the caller's schema is sent whole.",
  },
  {
    wires: ['openai chat'],
    at: '',
    member: 'something_new',
    reason: 'Fields that nobody knows pass from the caller to upstream as they are; a recording shows it.',
  },
]

/** The body as the type would have it. */
export const withoutDeviation = (body: JsonObject, { at, member }: Deviation): JsonObject => {
  const without = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).filter(([name]) => name !== member))
  const changed = mapAt(body, at === '' ? [] : at.split('.'), without)
  return isObject(changed) ? changed : body
}

/** Requests that no vendor's client has a type for. */
export const untyped: Readonly<Record<string, string>> = {
  'aws/embeddings-titan': 'The client takes the body of InvokeModel as bytes; Amazon publishes no type for its own models.',
  'gemini/images': 'The client asks Vertex alone for pictures by this method; the body is the same as there.',
  'vertex/images': "Google's client has no type for predict; `predict.test.ts` compares the requests.",
  'vertex/embeddings': "Google's client has no type for predict; `predict.test.ts` compares the requests.",
  'openai/transcription': 'The form of the caller passes as it is.',
  'cohere/transcription': 'The form of the caller passes as it is.',
  'azure/transcription': 'The form of the caller passes as it is.',
}

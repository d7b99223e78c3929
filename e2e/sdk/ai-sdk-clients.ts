import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, jsonSchema, tool, type LanguageModel } from 'ai'
import type { SCRIPTED_JSON } from '../fake-upstream/script.ts'
import { PNG, placeParameters, weatherOf, weatherParameters } from './conversation.ts'

export interface Door {
  readonly baseURL: string
  readonly apiKey: string
}

/** Every way in which the AI SDK opens a model on OpenAI's wire. */
export const aiSdkClients: readonly (readonly [string, (door: Door, model: string) => LanguageModel])[] = [
  ['@ai-sdk/openai, chat', (door, model) => createOpenAI(door).chat(model)],
  // By default it asks for responses.
  ['@ai-sdk/openai', (door, model) => createOpenAI(door)(model)],
  [
    '@ai-sdk/openai-compatible',
    (door, model) => createOpenAICompatible({ ...door, name: 'weir', includeUsage: true, supportsStructuredOutputs: true })(model),
  ],
]

export const weatherTools = {
  get_weather: tool({
    description: 'The weather of the next days',
    inputSchema: jsonSchema<{ readonly city: string }>(weatherParameters),
    execute: (input) => weatherOf(JSON.stringify(input)),
  }),
}

export const placeSchema = jsonSchema<typeof SCRIPTED_JSON>(placeParameters)

const picture = { type: 'image' as const, image: Buffer.from(PNG, 'base64'), mediaType: 'image/png' }

export const pictureMessages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'What is this?' }, picture] }]

/** What the package makes of a call that must fail. */
export const apiErrorOf = async (call: Promise<unknown>): Promise<APICallError> => {
  const error: unknown = await call.catch((reason: unknown) => reason)
  if (APICallError.isInstance(error)) return error
  throw new Error(`expected a refusal, got ${String(error)}`)
}

import type OpenAI from 'openai'
import { APIError } from 'openai'
import { WEATHER_TOOL } from '../fake-upstream/script.ts'

type Messages = OpenAI.ChatCompletionMessageParam[]

/** The smallest picture there is. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const weatherParameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const }, days: { type: 'integer' as const } },
  required: ['city', 'days'],
  additionalProperties: false,
}

/** The form of what the fakes answer to a call for an object. */
export const placeParameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const }, celsius: { type: 'number' as const } },
  required: ['city', 'celsius'],
  additionalProperties: false,
}

const weatherTool: OpenAI.ChatCompletionTool = {
  type: 'function',
  function: { name: WEATHER_TOOL, description: 'The weather of the next days', parameters: weatherParameters },
}

export const user = (content: string): Messages => [{ role: 'user', content }]

export const withImage = (text: string): Messages => [
  {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
    ],
  },
]

/** What a client of a vendor sends through, and how often it did. */
export const countedFetch = () => {
  let asked = 0
  const counting = (...call: Parameters<typeof fetch>): Promise<Response> => {
    asked++
    return fetch(...call)
  }
  return { counting, asked: () => asked }
}

export const refusalOf = async (call: Promise<unknown>): Promise<APIError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof APIError) return error
  throw new Error(`expected a refusal, got ${String(error)}`)
}

/** Everything one answer consists of, however it came. */
export interface Spoken {
  readonly text: string
  readonly finish: string | undefined
  readonly usage: readonly [number, number] | undefined
}

const usageOf = (usage: OpenAI.CompletionUsage | null | undefined): Spoken['usage'] =>
  usage ? [usage.prompt_tokens, usage.completion_tokens] : undefined

/** One caller who talks to one model with the official package. */
export class Talk {
  readonly #client: OpenAI
  readonly #model: string

  constructor(client: OpenAI, model: string) {
    this.#client = client
    this.#model = model
  }

  async whole(messages: Messages): Promise<Spoken> {
    const reply = await this.#client.chat.completions.create({ model: this.#model, messages })
    const [choice] = reply.choices
    return { text: choice?.message.content ?? '', finish: choice?.finish_reason, usage: usageOf(reply.usage) }
  }

  async streamed(messages: Messages): Promise<Spoken> {
    const stream = this.#client.chat.completions.stream({ model: this.#model, messages, stream_options: { include_usage: true } })
    const reply = await stream.finalChatCompletion()
    const [choice] = reply.choices
    return { text: choice?.message.content ?? '', finish: choice?.finish_reason, usage: usageOf(reply.usage) }
  }

  /** Talks until the model calls no more tools. Each turn's calls are told apart. */
  async withTools(question: string, isStream: boolean): Promise<{ readonly turns: readonly (readonly string[])[]; readonly text: string }> {
    const messages = user(question)
    const turns: string[][] = []
    for (;;) {
      const message = await this.#turn(messages, isStream)
      const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function')
      if (calls.length === 0) return { turns, text: message.content ?? '' }
      turns.push(calls.map((call) => `${call.function.name} ${sortedJson(call.function.arguments)}`))
      messages.push({ role: 'assistant', content: message.content ?? '', tool_calls: calls.map(asParam) })
      for (const call of calls) messages.push({ role: 'tool', tool_call_id: call.id, content: weatherOf(call.function.arguments) })
    }
  }

  async #turn(messages: Messages, isStream: boolean): Promise<OpenAI.ChatCompletionMessage> {
    const body = { model: this.#model, messages, tools: [weatherTool] }
    const reply = isStream
      ? await this.#client.chat.completions.stream(body).finalChatCompletion()
      : await this.#client.chat.completions.create(body)
    const message = reply.choices[0]?.message
    if (message === undefined) throw new Error('a reply without a choice')
    return message
  }
}

const asParam = ({ id, function: called }: OpenAI.ChatCompletionMessageFunctionToolCall): OpenAI.ChatCompletionMessageFunctionToolCall => ({
  id,
  type: 'function',
  function: { name: called.name, arguments: called.arguments },
})

const sortedJson = (text: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).toSorted(([one], [other]) => one.localeCompare(other))))

export const weatherOf = (input: string): string => {
  const { city } = JSON.parse(input) as { readonly city: string }
  return `rain in ${city}`
}

import { afterAll, describe, expect, it } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  ValidationException,
  type Tool,
} from '@aws-sdk/client-bedrock-runtime'
import { ApiError, GoogleGenAI } from '@google/genai'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { CohereClientV2, CohereError } from 'cohere-ai'
import { Ollama } from 'ollama'
import Replicate from 'replicate'
import { openAnthropic } from '../fake-upstream/wires/anthropic.ts'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import { openBedrock } from '../fake-upstream/aws/bedrock.ts'
import { openCohere } from '../fake-upstream/wires/cohere.ts'
import { openGemini } from '../fake-upstream/wires/gemini.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { openOllama } from '../fake-upstream/wires/ollama.ts'
import { openReplicate } from '../fake-upstream/wires/replicate.ts'
import { ENDLESS, WEATHER_TOOL } from '../fake-upstream/script.ts'
import { weatherParameters } from './conversation.ts'

const KEY = 'witness-key'
const QUESTION = 'Weather in Köln'
const INPUT = { city: 'Köln', days: 2 }
const { prompt_tokens: PROMPT, completion_tokens: COMPLETION } = DEFAULT_USAGE

const fakes: NativeFake[] = []

const opened = (fake: NativeFake): string => {
  fakes.push(fake)
  return fake.url
}

afterAll(async () => {
  for (const fake of fakes) await fake.stop()
})

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (reason: unknown) => reason,
  )

// A fake that only our own code understands proves nothing: the makers' own clients must take it for the real thing.
describe('the fake is understood by', () => {
  it('@anthropic-ai/sdk', async () => {
    const client = new Anthropic({ apiKey: KEY, baseURL: opened(openAnthropic(KEY)), maxRetries: 0 })
    const body = (content: string) => ({ model: 'claude-sonnet-5', max_tokens: 50, messages: [{ role: 'user' as const, content }] })
    const tools = [{ name: WEATHER_TOOL, input_schema: weatherParameters }]
    const reply = await client.messages.create(body('hello'))
    expect([reply.content, reply.usage.input_tokens, reply.usage.output_tokens]).toEqual([
      [{ type: 'text', text: DEFAULT_TEXT }] as never,
      PROMPT,
      COMPLETION,
    ])
    expect(await client.messages.stream(body('hello')).finalText()).toBe(DEFAULT_TEXT)
    const called = await client.messages.stream({ ...body(QUESTION), tools }).finalMessage()
    expect([called.stop_reason, called.content]).toMatchObject(['tool_use', [{ type: 'tool_use', name: WEATHER_TOOL, input: INPUT }]])
    expect(await failureOf(client.messages.create(body('fail:400')))).toBeInstanceOf(Anthropic.BadRequestError)
  })

  it('@google/genai', async () => {
    const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: opened(openGemini(KEY)) } })
    const body = (contents: string) => ({ model: 'gemini-2.5-flash', contents })
    const config = { tools: [{ functionDeclarations: [{ name: WEATHER_TOOL, parametersJsonSchema: weatherParameters }] }] }
    const reply = await client.models.generateContent(body('hello'))
    expect([reply.text, reply.usageMetadata?.promptTokenCount, reply.usageMetadata?.candidatesTokenCount]).toEqual([
      DEFAULT_TEXT,
      PROMPT,
      COMPLETION,
    ])
    const chunks = await Array.fromAsync(await client.models.generateContentStream(body('hello')))
    expect(chunks.map(({ text }) => text).join('')).toBe(DEFAULT_TEXT)
    const called = await client.models.generateContent({ ...body(QUESTION), config })
    expect(called.functionCalls).toMatchObject([{ name: WEATHER_TOOL, args: INPUT }])
    const error = await failureOf(client.models.generateContent(body('fail:400')))
    expect(error).toBeInstanceOf(ApiError)
  })

  it('ollama', async () => {
    const client = new Ollama({ host: opened(openOllama(KEY)), headers: { authorization: `Bearer ${KEY}` } })
    const body = (content: string) => ({ model: 'llama3.3', messages: [{ role: 'user', content }] })
    const tools = [{ type: 'function', function: { name: WEATHER_TOOL, description: 'd', parameters: weatherParameters } }]
    const reply = await client.chat(body('hello'))
    expect([reply.message.content, reply.prompt_eval_count, reply.eval_count]).toEqual([DEFAULT_TEXT, PROMPT, COMPLETION])
    const chunks = await Array.fromAsync(await client.chat({ ...body('hello'), stream: true }))
    expect(chunks.map(({ message }) => message.content).join('')).toBe(DEFAULT_TEXT)
    const called = await client.chat({ ...body(QUESTION), tools })
    expect(called.message.tool_calls).toEqual([{ function: { name: WEATHER_TOOL, arguments: INPUT } }])
    expect(await failureOf(client.chat(body('fail:400')))).toMatchObject({ status_code: 400 })
  })

  it('cohere-ai', async () => {
    const client = new CohereClientV2({ token: KEY, environment: opened(openCohere(KEY)) })
    const body = (content: string) => ({ model: 'command-a-03-2025', messages: [{ role: 'user' as const, content }] })
    const tools = [{ type: 'function' as const, function: { name: WEATHER_TOOL, parameters: weatherParameters } }]
    const reply = await client.chat(body('hello'))
    expect([reply.message.content, reply.usage?.tokens]).toEqual([
      [{ type: 'text', text: DEFAULT_TEXT }],
      { inputTokens: PROMPT, outputTokens: COMPLETION },
    ])
    let text = ''
    for await (const event of await client.chatStream(body('hello'))) {
      if (event.type === 'content-delta') text += event.delta?.message?.content?.text ?? ''
    }
    expect(text).toBe(DEFAULT_TEXT)
    const called = await client.chat({ ...body(QUESTION), tools })
    expect(called.message.toolCalls?.map((call) => call.function?.arguments)).toEqual([JSON.stringify(INPUT)])
    const error = await failureOf(client.chat(body('fail:400'), { maxRetries: 0 }))
    expect([error instanceof CohereError, error]).toMatchObject([true, { statusCode: 400 }])
  })

  it('@aws-sdk/client-bedrock-runtime', async () => {
    const client = new BedrockRuntimeClient({
      region: 'us-east-1',
      endpoint: opened(openBedrock(`AKIDEXAMPLE|${KEY}|us-east-1`)),
      credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: KEY },
      maxAttempts: 1,
      // The package prefers HTTP/2, which needs TLS everywhere but here.
      requestHandler: new NodeHttpHandler(),
    })
    const body = (text: string) => ({ modelId: 'amazon.nova-lite-v1:0', messages: [{ role: 'user' as const, content: [{ text }] }] })
    const tools: Tool[] = [{ toolSpec: { name: WEATHER_TOOL, description: 'd', inputSchema: { json: weatherParameters } } }]
    const reply = await client.send(new ConverseCommand(body('hello')))
    expect(reply).toMatchObject({ output: { message: { content: [{ text: DEFAULT_TEXT }] } }, usage: { outputTokens: COMPLETION } })
    let text = ''
    const { stream = [] } = await client.send(new ConverseStreamCommand(body('hello')))
    for await (const event of stream) text += event.contentBlockDelta?.delta?.text ?? ''
    expect(text).toBe(DEFAULT_TEXT)
    const called = await client.send(new ConverseCommand({ ...body(QUESTION), toolConfig: { tools } }))
    expect(called.output).toMatchObject({ message: { content: [{ toolUse: { name: WEATHER_TOOL, input: INPUT } }] } })
    expect(await failureOf(client.send(new ConverseCommand(body('fail:400'))))).toBeInstanceOf(ValidationException)
    client.destroy()
  })

  it('replicate', async () => {
    const fake = openReplicate(KEY)
    const client = new Replicate({ auth: KEY, baseUrl: `${opened(fake)}/v1`, useFileOutput: false })
    const model = 'meta/meta-llama-3-70b-instruct'
    const input = (prompt: string) => ({ input: { prompt, max_tokens: 50 } })
    // Once held back until it is there, once asked for again and again.
    for (const wait of [{ mode: 'block' as const }, { mode: 'poll' as const, interval: 1 }]) {
      const output = (await client.run(model, { ...input('hello'), wait })) as string[]
      expect(output.join('')).toBe(DEFAULT_TEXT)
    }
    let text = ''
    for await (const { event, data } of client.stream(model, input('hello'))) if (event === 'output') text += data
    expect(text).toBe(DEFAULT_TEXT)
    const { id, urls } = await client.predictions.create({ model, ...input(ENDLESS), stream: true })
    expect(urls.stream).toStartWith(fake.url)
    expect((await client.predictions.cancel(id)).status).toBe('canceled')
    const finished = await client.predictions.create({ model, ...input('hello') })
    const { metrics } = await client.wait(finished, { interval: 1 })
    expect(metrics).toMatchObject({ input_token_count: PROMPT, output_token_count: COMPLETION })
    expect(await failureOf(client.run(model, { input: { prompt: 'hello', tools: [] } }))).toMatchObject({ response: { status: 422 } })
    expect(await failureOf(client.run('meta/no-such-model', input('hello')))).toMatchObject({ response: { status: 404 } })
  })
})

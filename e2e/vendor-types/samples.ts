import type { JsonObject } from '@weir/dialects/json'

/** A call in the form of the conformance scripts; `wire` names the endpoint where it is not chat. */
interface Sample {
  readonly name: string
  readonly script: JsonObject
}

const schema = {
  type: 'object',
  properties: { city: { type: 'string', description: 'A town' }, days: { type: 'integer', enum: [1, 2, 3] } },
  required: ['city', 'days'],
  additionalProperties: false,
}

const forecast = { name: 'forecast', description: 'Tells the weather', parameters: schema }
const picture = 'data:image/png;base64,iVBORw0KGgo='

/** What most callers of chat use, in one call. */
const wideChat = (model: string): JsonObject => ({
  model,
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Weather here?' },
        { type: 'image_url', image_url: { url: picture } },
      ],
    },
    {
      role: 'assistant',
      content: 'Looking.',
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'forecast', arguments: '{"city":"Köln","days":1}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '7 °C' },
    { role: 'user', content: 'And tomorrow?' },
  ],
  tools: [{ type: 'function', function: forecast }],
  tool_choice: 'auto',
  parallel_tool_calls: false,
  max_completion_tokens: 4096,
  temperature: 0.5,
  top_p: 0.9,
  stop: ['END'],
  user: 'user-1',
  stream: true,
  stream_options: { include_usage: true },
})

const jsonChat = (model: string): JsonObject => ({
  model,
  messages: [{ role: 'user', content: 'Where, and how long?' }],
  response_format: { type: 'json_schema', json_schema: { name: 'trip', schema, strict: true } },
  seed: 7,
  presence_penalty: 0.1,
  frequency_penalty: 0.2,
})

const thinkingChat = (model: string): JsonObject => ({
  model,
  messages: [{ role: 'user', content: 'Prove it.' }],
  reasoning_effort: 'high',
  max_completion_tokens: 16_000,
})

const wideResponse = (model: string): JsonObject => ({
  model,
  instructions: 'Be brief.',
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Weather here?' },
        { type: 'input_image', image_url: picture, detail: 'auto' },
      ],
    },
    { type: 'function_call', call_id: 'call_1', name: 'forecast', arguments: '{"city":"Köln","days":1}' },
    { type: 'function_call_output', call_id: 'call_1', output: '7 °C' },
    { role: 'user', content: 'And tomorrow?' },
  ],
  tools: [{ type: 'function', ...forecast, strict: true }],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  max_output_tokens: 4096,
  stream: true,
})

const jsonResponse = (model: string): JsonObject => ({
  model,
  input: 'Where, and how long?',
  reasoning: { effort: 'low' },
  text: { format: { type: 'json_schema', name: 'trip', schema, strict: true } },
})

const chats = (model: string, target: JsonObject = {}): readonly Sample[] => [
  { name: `wide chat, ${model}`, script: { target, call: wideChat(model) } },
  { name: `json chat, ${model}`, script: { target, call: jsonChat(model) } },
  { name: `thinking chat, ${model}`, script: { target, call: thinkingChat(model) } },
  { name: `wide response, ${model}`, script: { target, wire: 'responses', call: wideResponse(model) } },
  { name: `json response, ${model}`, script: { target, wire: 'responses', call: jsonResponse(model) } },
]

const task = (name: string, call: JsonObject, target: JsonObject = {}): Sample => ({ name, script: { task: name, call, target } })

const embeddings = (model: string, target?: JsonObject): Sample =>
  task('embeddings', { model, input: ['one', 'two'], dimensions: 256, encoding_format: 'float' }, target)

const picturesOf = (model: string, n: number, target?: JsonObject): Sample =>
  task('images/generations', { model, prompt: 'A weir', n, size: '1024x1024' }, target)
const images = (model: string, target?: JsonObject): Sample => picturesOf(model, 2, target)

const rerank = (model: string, target?: JsonObject): Sample =>
  task('rerank', { model, query: 'water', documents: ['a weir', 'a wire'], top_n: 1 }, target)

const BEDROCK = { key: 'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG|eu-west-1' }
const VERTEX = { config: { region: 'us-central1', vertex_ai_project_id: 'weir-1' } }

/** By provider. They go beyond the recordings in that every vendor gets the same calls. */
export const samples: Readonly<Record<string, readonly Sample[]>> = {
  anthropic: [...chats('claude-sonnet-4-5'), ...chats('claude-opus-5-5')],
  gemini: [
    ...chats('gemini-2.5-flash'),
    ...chats('gemini-3.8-flash'),
    embeddings('gemini-embedding-001'),
    picturesOf('gemini-3-pro-image', 1),
  ],
  aws: [
    ...chats('anthropic.claude-sonnet-4-5-20250929-v1:0', BEDROCK),
    ...chats('amazon.nova-pro-v1:0', BEDROCK),
    ...chats('openai.gpt-oss-120b-1:0', BEDROCK),
    embeddings('cohere.embed-v4:0', BEDROCK),
    rerank('cohere.rerank-v3-5:0', BEDROCK),
  ],
  vertex: [...chats('claude-sonnet-4-5@20250929', VERTEX), ...chats('gemini-3.8-flash', VERTEX)],
  cohere: [...chats('command-a-vision-07-2025'), ...chats('command-a-reasoning-08-2025'), embeddings('embed-v4.0'), rerank('rerank-v3.5')],
  mistral: [
    ...chats('mistral-medium-latest'),
    ...chats('magistral-medium-latest'),
    embeddings('codestral-embed'),
    task('completions', { model: 'codestral-latest', prompt: 'def f(', suffix: 'return 1', max_tokens: 9, stop: ['x'] }),
    task('moderations', { model: 'mistral-moderation-latest', input: ['fine'] }),
  ],
  ollama: [...chats('llama3.2-vision'), ...chats('gpt-oss:20b'), embeddings('nomic-embed-text')],
  openai: [
    ...chats('gpt-5.5'),
    embeddings('text-embedding-3-small'),
    images('gpt-image-1'),
    task('completions', { model: 'gpt-3.5-turbo-instruct', prompt: 'Once', max_tokens: 9, stop: ['x'], stream: true }),
    task('moderations', { model: 'omni-moderation-latest', input: ['fine'] }),
    task('audio/speech', { model: 'gpt-4o-mini-tts', input: 'Hello', voice: 'alloy', response_format: 'mp3' }),
  ],
  azure: chats('gpt-5.5', { baseUrl: 'https://weir.openai.azure.com', other: 'preview' }),
}

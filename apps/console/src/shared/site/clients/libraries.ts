import type { Client, ClientInput } from './client.ts'

/** Works as it stands in any shell, also with a variable for the key. */
export const curlLines = ({ address, key, model }: ClientInput): string => `curl ${address}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`

const python = ({ address, key, model }: ClientInput) => `from openai import OpenAI

client = OpenAI(base_url="${address}/v1", api_key="${key}")
reply = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(reply.choices[0].message.content)`

const node = ({ address, key, model }: ClientInput) => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${address}/v1', apiKey: '${key}' })
const reply = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(reply.choices[0].message.content)`

const anthropic = ({ address, key, model }: ClientInput) => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({ baseURL: '${address}', apiKey: '${key}' })
const reply = await client.messages.create({
  model: '${model}',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
})
for (const block of reply.content) if (block.type === 'text') console.log(block.text)`

const google = ({ address, key, model }: ClientInput) => `import { GoogleGenAI } from '@google/genai'

const ai = new GoogleGenAI({ apiKey: '${key}', httpOptions: { baseUrl: '${address}' } })
const reply = await ai.models.generateContent({ model: '${model}', contents: 'Hello' })
console.log(reply.text)`

const aiSdk = ({ address, key, model }: ClientInput) => `import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'

const weir = createOpenAICompatible({ name: 'weir', baseURL: '${address}/v1', apiKey: '${key}' })
const { text } = await generateText({ model: weir('${model}'), prompt: 'Hello' })
console.log(text)`

const installed = (packages: string, write: (input: ClientInput) => string): Client['steps'] => {
  return (input) => [
    { place: 'terminal', code: packages },
    { place: 'program', code: write(input) },
  ]
}

export const curl: Client = {
  id: 'curl',
  guide: 'openai',
  title: 'curl',
  steps: (input) => [{ place: 'terminal', code: curlLines(input) }],
}

export const libraries: readonly Client[] = [
  { id: 'openai-python', guide: 'openai', title: 'OpenAI Python', steps: installed('pip install openai', python) },
  { id: 'openai-node', guide: 'openai', title: 'OpenAI Node.js', steps: installed('npm install openai', node) },
  { id: 'anthropic', title: 'Anthropic SDK', steps: installed('npm install @anthropic-ai/sdk', anthropic) },
  { id: 'google-genai', title: 'Google Gen AI', steps: installed('npm install @google/genai', google) },
  { id: 'ai-sdk', title: 'AI SDK', steps: installed('npm install ai @ai-sdk/openai-compatible', aiSdk) },
]

export interface SnippetInput {
  readonly baseUrl: string
  readonly key: string
  readonly model: string
}

export const snippetLanguages = ['curl', 'python', 'node'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

/** Names of languages and programs are the same in every tongue. */
export const snippetTitles: Readonly<Record<SnippetLanguage, string>> = { curl: 'curl', python: 'Python', node: 'Node.js' }

export const FALLBACK_MODEL = 'gpt-4o-mini'

const curl = ({ baseUrl, key, model }: SnippetInput) => `curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`

const python = ({ baseUrl, key, model }: SnippetInput) => `from openai import OpenAI

client = OpenAI(base_url="${baseUrl}", api_key="${key}")
reply = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(reply.choices[0].message.content)`

const node = ({ baseUrl, key, model }: SnippetInput) => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: '${key}' })
const reply = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(reply.choices[0].message.content)`

const writers: Readonly<Record<SnippetLanguage, (input: SnippetInput) => string>> = { curl, python, node }

/** A first request that works as it stands. */
export const snippet = (language: SnippetLanguage, input: SnippetInput): string => writers[language](input)

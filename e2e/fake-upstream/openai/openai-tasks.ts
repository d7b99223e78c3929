import { z } from 'zod'

/** What the fake answers, for tests to compare with. */
export const TASK_ANSWERS = {
  vector: [0.25, -0.5, 1],
  embeddingTokens: 8,
  picture: Buffer.from('not really a picture').toString('base64'),
  transcript: 'The river rises in the hills.',
  speech: Uint8Array.from({ length: 4096 }, (_, index) => index % 251),
} as const

const base64Vector = (): string => Buffer.from(Float32Array.from(TASK_ANSWERS.vector).buffer).toString('base64')

const embeddingBody = z.object({
  model: z.string(),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.int().positive().optional(),
})

const embeddings = (json: unknown): Response => {
  const { model, input, encoding_format: format } = embeddingBody.parse(json)
  const embedding = format === 'base64' ? base64Vector() : TASK_ANSWERS.vector
  const tokens = TASK_ANSWERS.embeddingTokens
  return Response.json({
    object: 'list',
    data: [input].flat().map((_, index) => ({ object: 'embedding', index, embedding })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
}

const imageBody = z.object({
  model: z.string().optional(),
  prompt: z.string().min(1),
  n: z.int().min(1).max(10).default(1),
  size: z.enum(['256x256', '512x512', '1024x1024', '1792x1024', '1024x1792']).optional(),
  response_format: z.enum(['url', 'b64_json']).default('url'),
})

const images = (json: unknown): Response => {
  const { n, response_format: format } = imageBody.parse(json)
  const one = format === 'url' ? { url: 'https://images.example.com/one.png' } : { b64_json: TASK_ANSWERS.picture }
  return Response.json({ created: 1_700_000_000, data: Array.from({ length: n }, () => one) })
}

const speechBody = z.object({
  model: z.string(),
  input: z.string().min(1).max(4096),
  voice: z.string().min(1),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).default('mp3'),
})

const speech = (json: unknown): Response => {
  speechBody.parse(json)
  return new Response(TASK_ANSWERS.speech, { headers: { 'content-type': 'audio/mpeg' } })
}

const moderationBody = z.object({ model: z.string().optional(), input: z.union([z.string().min(1), z.array(z.unknown()).min(1)]) })

const moderations = (json: unknown): Response => {
  const { model, input } = moderationBody.parse(json)
  const result = { flagged: false, categories: { violence: false }, category_scores: { violence: 0.01 } }
  return Response.json({ id: 'modr-fake', model, results: [input].flat().map(() => result) })
}

const rerankBody = z.object({
  model: z.string(),
  query: z.string().min(1),
  documents: z.array(z.string()).min(1),
  top_n: z.int().positive().optional(),
})

/** The last document always fits best. */
const rerank = (json: unknown): Response => {
  const { documents, top_n: count = documents.length } = rerankBody.parse(json)
  const results = documents.map((_, index) => ({ index, relevance_score: (index + 1) / documents.length })).toReversed()
  return Response.json({ id: 'rerank-fake', results: results.slice(0, count), usage: { total_tokens: 12 } })
}

const transcriptionForm = z.object({
  model: z.string(),
  file: z.instanceof(File).refine(({ size, name }) => size > 0 && /\.(mp3|mp4|mpeg|mpga|m4a|wav|webm|flac|ogg)$/.test(name), 'format'),
  response_format: z.enum(['json', 'text', 'verbose_json', 'srt', 'vtt']).default('json'),
})

const SECONDS = 2.5

export const transcribe = (form: Readonly<Record<string, unknown>>): Response => {
  const { response_format: format } = transcriptionForm.parse(form)
  const text = TASK_ANSWERS.transcript
  if (format === 'json') return Response.json({ text, usage: { type: 'duration', seconds: Math.ceil(SECONDS) } })
  if (format === 'verbose_json')
    return Response.json({
      task: 'transcribe',
      language: 'english',
      duration: SECONDS,
      text,
      segments: [{ id: 0, start: 0, end: SECONDS, text }],
    })
  return new Response(`${text}\n`, { headers: { 'content-type': 'text/plain' } })
}

export const openaiTasks: ReadonlyMap<string, (json: unknown) => Response> = new Map([
  ['/v1/embeddings', embeddings],
  ['/v1/images/generations', images],
  ['/v1/audio/speech', speech],
  ['/v1/moderations', moderations],
  ['/v1/rerank', rerank],
])

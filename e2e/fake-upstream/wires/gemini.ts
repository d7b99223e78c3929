import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import {
  EVENT_STREAM,
  dataFrame,
  demand,
  demandPath,
  readJson,
  scripted,
  serveNative,
  streamOf,
  type NativeFake,
} from '../native-server.ts'
import { inPieces } from '../script.ts'
import type { Answer, Asked } from '../turn.ts'

const functionCall = z.strictObject({
  name: z.string().min(1),
  args: z.record(z.string(), z.unknown()).optional(),
  id: z.string().optional(),
})
const functionResponse = z.strictObject({ name: z.string().min(1), response: z.record(z.string(), z.unknown()), id: z.string().optional() })

/** Exactly one kind of data in each part. */
const part = z
  .strictObject({
    text: z.string().optional(),
    inlineData: z.strictObject({ mimeType: z.string().regex(/^\w+\/[\w.+-]+$/), data: z.base64() }).optional(),
    functionCall: functionCall.optional(),
    functionResponse: functionResponse.optional(),
    thoughtSignature: z.string().optional(),
  })
  .refine((entry) => Object.keys(entry).filter((key) => key !== 'thoughtSignature').length === 1, 'one data field per part')

const content = z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(part).min(1) })

type Content = z.output<typeof content>

const declaration = z.strictObject({
  name: z.string().regex(/^[a-zA-Z_][\w.:-]{0,127}$/),
  description: z.string().optional(),
  parameters: z.unknown().optional(),
  parametersJsonSchema: z.record(z.string(), z.unknown()).optional(),
})

export const geminiBody = z.strictObject({
  contents: z.array(content).min(1),
  systemInstruction: z.looseObject({ parts: z.array(z.object({ text: z.string() })).min(1) }).optional(),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(declaration).min(1) })).optional(),
  toolConfig: z.unknown().optional(),
  safetySettings: z.array(z.strictObject({ category: z.string().startsWith('HARM_CATEGORY_'), threshold: z.string() })).optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z.int().positive().optional(),
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().optional(),
      stopSequences: z.array(z.string()).max(5).optional(),
      topK: z.int().positive().optional(),
      seed: z.int().optional(),
      responseMimeType: z.enum(['text/plain', 'application/json']).optional(),
      responseJsonSchema: z.record(z.string(), z.unknown()).optional(),
      responseSchema: z.looseObject({ type: z.string() }).optional(),
      thinkingConfig: z.unknown().optional(),
    })
    .optional(),
})

const countOf = (entry: Content | undefined, kind: 'functionCall' | 'functionResponse'): number =>
  entry?.parts.filter((one) => one[kind] !== undefined).length ?? 0

const checkTurns = (contents: readonly Content[]): void => {
  for (const [at, entry] of contents.entries()) {
    const isAnswered = countOf(contents[at - 1], 'functionCall') === countOf(entry, 'functionResponse')
    demand(isAnswered, 400, 'the number of function response parts must be equal to the number of function call parts')
  }
}

/** A result that was no object travels in one. */
const resultText = (response: Readonly<Record<string, unknown>>): string => {
  const plain = response['content'] ?? response['output'] ?? response['result']
  return typeof plain === 'string' ? plain : JSON.stringify(response)
}

export const askedOfGemini = ({ contents, tools = [], generationConfig }: z.output<typeof geminiBody>): Asked => {
  checkTurns(contents)
  const last = contents.findLastIndex((entry) => entry.role === 'user' && entry.parts.some((one) => one.text !== undefined))
  const question = contents[last]?.parts ?? []
  const [shown] = question.flatMap((one) => one.inlineData ?? [])
  return {
    text: question.map((one) => one.text ?? '').join(''),
    tools: tools.flatMap((tool) => tool.functionDeclarations.map((entry) => entry.name)),
    results: contents
      .slice(last + 1)
      .flatMap((entry) => entry.parts.flatMap((one) => (one.functionResponse ? [resultText(one.functionResponse.response)] : []))),
    image: shown && { mimeType: shown.mimeType, base64: shown.data },
    wantsJson: generationConfig?.responseMimeType === 'application/json',
  }
}

type Said = Exclude<Answer, { kind: 'error' }>

const USAGE = {
  promptTokenCount: DEFAULT_USAGE.prompt_tokens,
  candidatesTokenCount: DEFAULT_USAGE.completion_tokens,
  totalTokenCount: DEFAULT_USAGE.prompt_tokens + DEFAULT_USAGE.completion_tokens,
}

const chunk = (parts: readonly object[], modelVersion: string, isLast: boolean): object => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(isLast && { finishReason: 'STOP' }) }],
  ...(isLast && { usageMetadata: USAGE }),
  modelVersion,
  responseId: 'fake',
})

/** The third generation seals the thought behind the first of its calls, and wants the seal back. */
const GEMINI_SEAL = 'c2VhbGVkIGJ5IGdlbWluaQ=='

const seals = (model: string): boolean => model.startsWith('gemini-3')

const checkSeals = (contents: readonly Content[], model: string): void => {
  for (const { role, parts } of contents) {
    const first = parts.find((one) => one.functionCall !== undefined)
    const isSealed = first === undefined || first.thoughtSignature === GEMINI_SEAL
    demand(!seals(model) || role !== 'model' || isSealed, 400, 'Function call is missing a thought_signature in functionCall parts.')
  }
}

const callParts = (answer: Said & { kind: 'calls' }, model: string): readonly object[] =>
  answer.calls.map(({ id, name, arguments: args }, place) => ({
    functionCall: { name, args, ...(seals(model) && { id }) },
    ...(seals(model) && place === 0 && { thoughtSignature: GEMINI_SEAL }),
  }))

export const geminiReply = (answer: Said, model: string): Response =>
  Response.json(chunk(answer.kind === 'text' ? [{ text: answer.text }] : callParts(answer, model), model, true))

export const geminiStream = (answer: Said, model: string): Response => {
  const parts = answer.kind === 'text' ? inPieces(answer.text).map((text) => ({ text })) : callParts(answer, model)
  return streamOf(
    parts.map((one, at) => dataFrame(chunk([one], model, at === parts.length - 1))),
    EVENT_STREAM,
  )
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
}

export const googleError = (status: number, message: string): Response =>
  Response.json({ error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' } }, { status })

/** What the fake counts and the vector that it gives, for tests to compare with. */
export const GEMINI_ANSWERS = { totalTokens: 17, vector: [0.5, -0.25, 2] } as const

const countBody = z.union([
  z.strictObject({ contents: z.array(content).min(1) }),
  z.strictObject({ generateContentRequest: geminiBody.extend({ model: z.string().startsWith('models/') }) }),
])

const embedBody = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        model: z.string().startsWith('models/'),
        content: z.strictObject({ parts: z.array(z.strictObject({ text: z.string().min(1) })).min(1) }),
        outputDimensionality: z.int().positive().optional(),
      }),
    )
    .min(1),
})

const otherMethods: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  countTokens: async (request) => {
    await readJson(request, countBody)
    return Response.json({ totalTokens: GEMINI_ANSWERS.totalTokens })
  },
  batchEmbedContents: async (request) => {
    const { requests } = await readJson(request, embedBody)
    return Response.json({ embeddings: requests.map(() => ({ values: GEMINI_ANSWERS.vector })) })
  },
}

const ADDRESS = /^\/v1beta\/models\/([\w.-]+):(generateContent|streamGenerateContent\?alt=sse|countTokens|batchEmbedContents)$/

/** Google's generateContent for developers. */
export const openGemini = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      const [, model = '', method = ''] = demandPath(request, ADDRESS)
      demand(request.headers.get('x-goog-api-key') === key, 401, 'Request had invalid authentication credentials.')
      const other = otherMethods[method]
      if (other !== undefined) return await other(request)
      const asked = await readJson(request, geminiBody)
      checkSeals(asked.contents, model)
      const answer = scripted(askedOfGemini(asked))
      return (method === 'generateContent' ? geminiReply : geminiStream)(answer, model)
    },
    refuse: googleError,
  })

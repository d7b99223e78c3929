import { z } from 'zod'
import { checkSchema, claudeFields } from '../wires/anthropic-schema.ts'
import { askedOfClaude, claudeEvents, claudeReply } from '../wires/anthropic.ts'
import { awsFrame } from './aws-frames.ts'
import { checkAwsSignature } from './aws-signature.ts'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { demand, demandPath, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { halves, inPieces } from '../script.ts'
import type { Answer, Asked } from '../turn.ts'

const asJson = (text: string): unknown => JSON.parse(text)

const toolId = z.string().regex(/^[a-zA-Z0-9_.:-]{1,64}$/)
const image = z.strictObject({ format: z.enum(['png', 'jpeg', 'gif', 'webp']), source: z.strictObject({ bytes: z.base64() }) })
const toolUse = z.strictObject({ toolUseId: toolId, name: z.string(), input: z.record(z.string(), z.unknown()) })
const toolResult = z.strictObject({
  toolUseId: toolId,
  content: z.array(z.union([z.strictObject({ text: z.string() }), z.strictObject({ json: z.record(z.string(), z.unknown()) })])).min(1),
  status: z.enum(['success', 'error']).optional(),
})
const cachePoint = z.strictObject({ type: z.literal('default'), ttl: z.enum(['5m', '1h']).optional() }).optional()
const block = z
  .strictObject({
    cachePoint,
    text: z.string().min(1).optional(),
    image: image.optional(),
    toolUse: toolUse.optional(),
    toolResult: toolResult.optional(),
  })
  .refine((entry) => Object.keys(entry).length === 1, 'one member per content block')
const message = z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) })
const toolSpec = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().min(1),
  inputSchema: z.strictObject({ json: z.looseObject({ type: z.literal('object') }) }),
  strict: z.boolean().optional(),
})
const toolChoice = z.union([
  z.strictObject({ auto: z.strictObject({}) }),
  z.strictObject({ any: z.strictObject({}) }),
  z.strictObject({ tool: z.strictObject({ name: z.string() }) }),
])
/** The schema is text that holds JSON. */
const textFormat = z.strictObject({
  type: z.literal('json_schema'),
  structure: z.strictObject({ jsonSchema: z.strictObject({ schema: z.string().transform(asJson), name: z.string().optional() }) }),
})
const converseBody = z.strictObject({
  messages: z.array(message).min(1),
  system: z.array(z.strictObject({ text: z.string().min(1).optional(), cachePoint })).optional(),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.int().optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
    })
    .optional(),
  toolConfig: z.strictObject({ tools: z.array(z.strictObject({ toolSpec })).min(1), toolChoice: toolChoice.optional() }).optional(),
  outputConfig: z.strictObject({ textFormat }).optional(),
})
const claudeBody = z.strictObject({ ...claudeFields, anthropic_version: z.literal('bedrock-2023-05-31') })

type Converse = z.output<typeof converseBody>

const checkSchemas = ({ toolConfig, outputConfig }: Converse): void => {
  for (const { toolSpec: tool } of toolConfig?.tools ?? []) if (tool.strict === true) checkSchema(tool.inputSchema.json)
  if (outputConfig !== undefined) checkSchema(outputConfig.textFormat.structure.jsonSchema.schema)
}

const askedOfConverse = (body: Converse): Asked => {
  const { messages, toolConfig, outputConfig } = body
  checkSchemas(body)
  demand(
    messages.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant')),
    400,
    'roles must alternate',
  )
  const last = messages.findLastIndex((entry) => entry.role === 'user' && entry.content.some((one) => one.text !== undefined))
  const question = messages[last]?.content ?? []
  const later = messages.slice(last + 1).flatMap((entry) => entry.content)
  const ids = (kind: 'toolUse' | 'toolResult') => later.flatMap((one) => one[kind]?.toolUseId ?? []).join()
  demand(ids('toolUse') === ids('toolResult'), 400, 'Expected toolResult blocks for all toolUse blocks')
  const [shown] = question.flatMap((one) => one.image ?? [])
  const choice = toolConfig?.toolChoice
  return {
    text: question.map((one) => one.text ?? '').join(''),
    tools: toolConfig?.tools.map((tool) => tool.toolSpec.name) ?? [],
    results: later.flatMap(
      (one) => one.toolResult?.content.map((part) => ('text' in part ? part.text : JSON.stringify(part.json))).join('') ?? [],
    ),
    image: shown && { mimeType: `image/${shown.format}`, base64: shown.source.bytes },
    wantsJson: outputConfig !== undefined,
    forcedTool: choice !== undefined && 'tool' in choice ? choice.tool.name : undefined,
  }
}

type Said = Exclude<Answer, { kind: 'error' }>

const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = DEFAULT_USAGE
const TAIL = { usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }, metrics: { latencyMs: 9 } }
const stopReason = ({ kind }: Said): string => (kind === 'text' ? 'end_turn' : 'tool_use')

const converseReply = (answer: Said): Response => {
  const content =
    answer.kind === 'text'
      ? [{ text: answer.text }]
      : answer.calls.map((call) => ({ toolUse: { toolUseId: `tooluse_${call.id}`, name: call.name, input: call.arguments } }))
  return Response.json({ output: { message: { role: 'assistant', content } }, stopReason: stopReason(answer), ...TAIL })
}

const blockFrames = (answer: Said): readonly Uint8Array[] => {
  if (answer.kind === 'text') {
    const pieces = inPieces(answer.text).map((text) => awsFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }))
    return [...pieces, awsFrame('contentBlockStop', { contentBlockIndex: 0 })]
  }
  return answer.calls.flatMap((call, contentBlockIndex) => [
    awsFrame('contentBlockStart', { contentBlockIndex, start: { toolUse: { toolUseId: `tooluse_${call.id}`, name: call.name } } }),
    ...halves(JSON.stringify(call.arguments)).map((input) =>
      awsFrame('contentBlockDelta', { contentBlockIndex, delta: { toolUse: { input } } }),
    ),
    awsFrame('contentBlockStop', { contentBlockIndex }),
  ])
}

const converseFrames = (answer: Said): readonly Uint8Array[] => [
  awsFrame('messageStart', { role: 'assistant' }),
  ...blockFrames(answer),
  awsFrame('messageStop', { stopReason: stopReason(answer) }),
  awsFrame('metadata', TAIL),
]

const chunkFrame = (event: object): Uint8Array => awsFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') })

const AWS_STREAM = 'application/vnd.amazon.eventstream'

const replyTo = (action: string, model: string, json: unknown): Response => {
  if (action.startsWith('converse')) {
    const answer = scripted(askedOfConverse(converseBody.parse(json)))
    return action === 'converse' ? converseReply(answer) : streamOf(converseFrames(answer), AWS_STREAM)
  }
  const { anthropic_version: _, ...fields } = claudeBody.parse(json)
  const answer = scripted(askedOfClaude(fields))
  return action === 'invoke' ? Response.json(claudeReply(answer, model)) : streamOf(claudeEvents(answer, model).map(chunkFrame), AWS_STREAM)
}

const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'UnrecognizedClientException',
  404: 'ResourceNotFoundException',
  429: 'ThrottlingException',
}

/** Amazon Bedrock's runtime; the key is `AK|SK|Region`. */
export const openBedrock = (key: string): NativeFake => {
  const [accessKey = '', secretKey = '', region = ''] = key.split('|')
  return serveNative({
    answer: async (request) => {
      const [, model = '', action = ''] = demandPath(
        request,
        /^\/model\/([^/]+)\/(converse|converse-stream|invoke|invoke-with-response-stream)$/,
      )
      const body = await request.text()
      checkAwsSignature(request, body, { accessKey, secretKey, region, service: 'bedrock' })
      return replyTo(action, decodeURIComponent(model), JSON.parse(body))
    },
    refuse: (status, message) =>
      Response.json({ message }, { status, headers: { 'x-amzn-errortype': EXCEPTIONS[status] ?? 'InternalServerException' } }),
  })
}

import { arrayAt, figureAt, objectAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCapability, Provider, SameWire } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { changes, developerIsSystem, forModels } from '../kit/body.ts'
import { limitNamed } from '../kit/input/older-names.ts'
import { oneAnswerOnly } from '../kit/input/one-answer.ts'
import { editsInJson, fieldsOf, type PictureEdit } from '../kit/input/picture-edit.ts'
import { inspectReplyAt } from '../kit/inspect-reply-at.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { refusalCodeBy } from '../kit/refusal-codes.ts'
import type { Where } from '../kit/openai-wire.ts'

const isBot = (model: string): boolean => model.startsWith('bot')

const path = ({ task, model }: Where): string =>
  task === 'chat/completions' && isBot(model) ? '/api/v3/bots/chat/completions' : `/api/v3/${task}`

const listOfInputs = (body: JsonObject): JsonObject =>
  arrayAt(body, 'input').length > 0 || body['input'] === undefined ? body : { ...body, input: [body['input']] }

const FIGURES = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const

/** A bot asks several models for one answer, and tells the figures of each. */
const sumOfModels = (json: unknown): JsonObject | undefined => {
  const models = arrayAt(objectAt(json, 'bot_usage'), 'model_usage')
  if (models.length === 0) return undefined
  const sum = (name: string): number => models.reduce<number>((total, model) => total + (figureAt(model, name) ?? 0), 0)
  return Object.fromEntries(FIGURES.map((name) => [name, sum(name)]))
}

const botWire: SameWire = { kind: 'same', inspectReply: inspectReplyAt({ usageAt: sumOfModels }) }

const withBots = (chat: ChatCapability): ChatCapability => ({
  ...chat,
  wireFor: (call, target) => (isBot(mappedModel(call.model, target.modelMapping)) ? botWire : chat.wire),
})

/** Of the newest models. */
const MAX_PICTURES = 14

/** Several pictures would be a series, which is asked for in other words. */
const editBody = ({ pictures, body }: PictureEdit): JsonObject => ({
  ...fieldsOf(oneAnswerOnly(body, ''), ['model', 'prompt', 'size', 'response_format', 'seed', 'guidance_scale', 'watermark']),
  image: pictures.length === 1 ? pictures[0] : pictures,
})

const compatible = openaiProvider({
  id: 'doubao',
  channelType: 40,
  path,
  filtersAllowedTools: true,
  // Bots know the older limit alone; elsewhere the newer one counts thoughts as well.
  adapt: changes(developerIsSystem, forModels(isBot, limitNamed('max_tokens'))),
  adaptTask: { embeddings: listOfInputs },
  tasks: ['embeddings', 'images/generations'],
  refusalCode: refusalCodeBy({ filtered: /SensitiveContentDetected|RiskDetection/ }),
  codes: {
    AuthenticationError: 'bad-credential',
    AccountOverdueError: 'out-of-credit',
    // A plan that has run out, said with 400.
    InvalidSubscription: 'out-of-credit',
    'InvalidEndpoint.ClosedEndpoint': 'not-found',
    'InvalidEndpointOrModel.NotFound': 'not-found',
    'InvalidEndpointOrModel.ModelIDAccessDisabled': 'forbidden',
    ModelNotOpen: 'forbidden',
    ServerOverloaded: 'overloaded',
  },
})

const generations = compatible.tasks?.['images/generations']

export const doubao: Provider = {
  ...compatible,
  ...(compatible.chat && { chat: withBots(compatible.chat) }),
  tasks: {
    ...compatible.tasks,
    ...(generations && { 'images/edits': editsInJson(generations, { maxPictures: MAX_PICTURES, bodyOf: editBody }) }),
  },
}

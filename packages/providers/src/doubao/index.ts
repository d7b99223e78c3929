import { arrayAt, type JsonObject } from '@weir/dialects/json'
import { changes, developerIsSystem, forModels } from '../kit/body.ts'
import { limitNamed } from '../kit/input/older-names.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { refusalCodeBy } from '../kit/refusal-codes.ts'
import type { Where } from '../kit/openai-wire.ts'

const isBot = (model: string): boolean => model.startsWith('bot')

const path = ({ task, model }: Where): string =>
  task === 'chat/completions' && isBot(model) ? '/api/v3/bots/chat/completions' : `/api/v3/${task}`

const listOfInputs = (body: JsonObject): JsonObject =>
  arrayAt(body, 'input').length > 0 || body['input'] === undefined ? body : { ...body, input: [body['input']] }

export const doubao = openaiProvider({
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

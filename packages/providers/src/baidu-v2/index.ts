import type { JsonObject } from '@weir/dialects/json'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { changes, clampField, defaultField } from '../kit/body.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const SEARCH = /-search$/

/** The name of a model with `-search` asks for its answers with sources. */
const searchWeb = (body: JsonObject, model: string): JsonObject =>
  SEARCH.test(model)
    ? defaultField('web_search', { enable: true, enable_citation: true, enable_trace: true, enable_status: false })(body, model)
    : body

/** The key may be followed by the app it belongs to. */
const headers = ({ key }: ChannelTarget): Readonly<Record<string, string>> => {
  const [token = '', app = ''] = key.split('|')
  return { authorization: `Bearer ${token.trim()}`, ...(app.trim() !== '' && { appid: app.trim() }) }
}

export const baiduV2 = openaiProvider({
  id: 'baidu-v2',
  channelType: 47,
  path: ({ task }) => `/v2/${task}`,
  headers,
  modelName: (model) => model.replace(SEARCH, ''),
  filtersAllowedTools: true,
  adapt: changes(olderNames, searchWeb, clampField('thinking_budget', { min: 100, max: 16_384 })),
  // An answer may end with the word "normal".
  openNormalizer: lenientNormalizer(),
  tasks: ['embeddings', 'images/generations', 'rerank'],
  codes: {
    invalid_iam_token: 'bad-credential',
    invalid_appid: 'bad-credential',
    account_overdue: 'out-of-credit',
    access_denied: 'forbidden',
    rpm_rate_limit_exceeded: 'rate-limited',
    tpm_rate_limit_exceeded: 'rate-limited',
  },
})

import type { JsonObject } from '@weir/dialects/json'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { defaultBaseUrlOf } from '../kit/base-url.ts'
import { changes, clampField, developerIsSystem, forModels } from '../kit/body.ts'
import { limitNamed } from '../kit/input/older-names.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { refusalCodeBy } from '../kit/refusal-codes.ts'
import type { FaultCodes, Where } from '../kit/openai-wire.ts'

const defaultBaseUrl = defaultBaseUrlOf(48)
const PREVIEW = 'https://spark-api-open-preview.xf-yun.com/v2/chat/completions'

const isNewer = (model: string): boolean => model.includes('spark-x') || model === 'x1'

const path = ({ base, model }: Where): string => {
  if (model === 'x1-preview' && base === defaultBaseUrl) return PREVIEW
  return isNewer(model) ? '/v2/chat/completions' : '/v1/chat/completions'
}

/** A password, a pair `APIKey:APISecret`, or the three parts of the older API, in which the secret stands before the key. */
const headers = ({ key }: ChannelTarget): Readonly<Record<string, string>> => {
  const [, secret, apiKey] = key.split('|').map((part) => part.trim())
  return { authorization: `Bearer ${secret !== undefined && apiKey !== undefined ? `${apiKey}:${secret}` : key}` }
}

/** Every frame has a code, and only 0 is good, whatever the status says. */
const unmask = (json: JsonObject): JsonObject =>
  typeof json['code'] === 'number' && json['code'] !== 0
    ? { ...json, error: { message: json['message'], type: 'upstream_error', code: json['code'] } }
    : json

const codes = (fault: FaultCodes[string], ...numbers: readonly number[]): FaultCodes =>
  Object.fromEntries(numbers.map((number) => [String(number), fault]))

export const xunfeiV2 = openaiProvider({
  id: 'xunfei-v2',
  channelType: 48,
  path,
  headers,
  filtersAllowedTools: true,
  adapt: changes(
    developerIsSystem,
    forModels((model) => !isNewer(model), limitNamed('max_tokens')),
    clampField('temperature', { min: 0.01, max: 1 }),
    clampField('top_k', { min: 1, max: 6 }),
    forModels(/^(?:lite|general)$/, clampField('max_tokens', { max: 4096 })),
    forModels(/^(?:generalv3|generalv3\.5|4\.0Ultra)$/, clampField('max_tokens', { max: 8192 })),
  ),
  drop: ['user'],
  // The older models name no finish, and a tool call may come alone instead of in a list.
  openNormalizer: lenientNormalizer({ first: unmask }),
  refusalCode: refusalCodeBy({ filtered: /^100(?:13|14|19|21|22)$/, tooLong: /^10907$/ }),
  codes: {
    ...codes('bad-request', 10_003, 10_004, 10_005, 10_163, 10_013, 10_021, 10_014, 10_019, 10_022, 10_907),
    ...codes('rate-limited', 10_006, 10_007, 11_201, 11_202, 11_203),
    ...codes('overloaded', 10_008, 10_110, 10_009, 10_010, 10_011, 10_012, 10_222, 10_223),
    ...codes('bad-credential', 10_015),
    ...codes('out-of-credit', 10_016, 11_200),
  },
})

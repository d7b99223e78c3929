import { CONTENT_FILTERED } from '@weir/dialects/model/wire-error'
import { amountAt, askBalance } from '../kit/balance.ts'
import { defaultBaseUrlOf, unversionedUrlOf } from '../kit/base-url.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const FILTERED_STATUS = 451
const defaultBaseUrl = defaultBaseUrlOf(32)

export const stepfun = openaiProvider({
  id: 'stepfun',
  channelType: 32,
  filtersAllowedTools: true,
  adapt: olderNames,
  tasks: ['images/generations', 'images/edits', 'audio/speech', 'audio/transcriptions'],
  // Thoughts come as `reasoning`.
  openNormalizer: lenientNormalizer(),
  refusalCode: (status) => (status === FILTERED_STATUS ? CONTENT_FILTERED : undefined),
  balance: askBalance({
    url: (target) => `${unversionedUrlOf(target, defaultBaseUrl)}/v1/accounts`,
    read: (reply) => amountAt(reply, 'balance'),
  }),
})

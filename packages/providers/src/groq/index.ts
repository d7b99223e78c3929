import { objectAt } from '@weir/dialects/json'
import { changes, eachMessage, flattenText, messagesWithout, messagesWithoutNulls, renameField } from '../kit/body.ts'
import { inspectReplyAt } from '../kit/inspect-reply-at.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { oneAnswerOnly } from '../kit/input/one-answer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const thoughtsByTheirName = renameField('reasoning_content', 'reasoning')

export const groq = openaiProvider({
  id: 'groq',
  channelType: 29,
  filtersAllowedTools: true,
  adapt: changes(
    oneAnswerOnly,
    messagesWithoutNulls,
    messagesWithout('name'),
    flattenText,
    eachMessage((message) => thoughtsByTheirName(message, '')),
  ),
  drop: ['logprobs', 'top_logprobs', 'logit_bias', 'n', 'store', 'prediction', 'metadata'],
  inspectReply: inspectReplyAt({ usageAt: (json) => objectAt(objectAt(json, 'x_groq'), 'usage') }),
  openNormalizer: lenientNormalizer(),
  tasks: ['audio/speech', 'audio/transcriptions', 'audio/translations'],
  codes: { organization_restricted: 'bad-credential', blocked_api_access: 'bad-credential', rate_limit_exceeded: 'rate-limited' },
  // 498: the flexible tier is full.
  statuses: { 424: 'broken', 498: 'overloaded' },
})

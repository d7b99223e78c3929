import { createHash } from 'node:crypto'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { onlyFields, renameField, changes } from '../kit/body.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { chatAsCompletion, toFim } from './fim.ts'
import { withAnnotations } from './references.ts'
import { FIELDS, toMistral } from '../kit/mistral/request.ts'

export const mistral = openaiProvider({
  id: 'mistral',
  channelType: 28,
  path: ({ task }) => (task === 'completions' ? '/v1/fim/completions' : `/v1/${task}`),
  filtersAllowedTools: true,
  adapt: toMistral((text) => createHash('sha256').update(text).digest('base64url')),
  // Whatever it does not know is refused with 422, the wish for usage included; usage comes without asking.
  keep: FIELDS,
  hasUnaskedUsage: true,
  adaptTask: {
    completions: toFim,
    embeddings: changes(
      renameField('dimensions', 'output_dimension'),
      onlyFields('model', 'input', 'encoding_format', 'output_dimension', 'output_dtype', 'metadata'),
    ),
  },
  openCompletions: () => ({ normalize: chatAsCompletion }),
  openNormalizer: (call, head) => lenientNormalizer({ first: withAnnotations(call) })(call, head),
  tasks: ['completions', 'embeddings', 'moderations', 'audio/speech', 'audio/transcriptions'],
  codes: { service_tier_capacity_exceeded: 'overloaded', '3505': 'overloaded' },
})

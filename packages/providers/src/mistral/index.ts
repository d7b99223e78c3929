import { createHash } from 'node:crypto'
import type { Provider } from '@weir/dialects/model/provider'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { onlyFields, renameField, changes } from '../kit/body.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { chatAsCompletion, toFim } from './fim.ts'
import { withAnnotations } from './references.ts'
import { readSpeech } from './speech.ts'
import { FIELDS, toMistral } from '../kit/mistral/request.ts'

const compatible = openaiProvider({
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
    'audio/speech': renameField('voice', 'voice_id'),
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

const speech = compatible.tasks?.['audio/speech']

export const mistral: Provider = {
  ...compatible,
  tasks: { ...compatible.tasks, ...(speech && { 'audio/speech': { ...speech, decode: readSpeech(compatible.classify) } }) },
}

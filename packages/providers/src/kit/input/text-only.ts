import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import type { Part } from '@weir/dialects/openai-chat/read-parts'

/** The text of a message on a wire that carries nothing else. Anything else is refused: leaving it out would change the question. */
export const textOnly = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      throw new UnsupportedInput(part.param, 'This channel takes text only')
    })
    .join('')

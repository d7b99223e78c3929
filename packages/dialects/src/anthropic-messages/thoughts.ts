import { textAt, type JsonObject } from '../json.ts'
import type { SealedReasoning } from '../model/event.ts'

const isOurs = (block: JsonObject): boolean => {
  switch (textAt(block, 'type')) {
    case 'thinking':
      return (textAt(block, 'signature') ?? '') !== ''
    case 'redacted_thinking':
      return textAt(block, 'data') !== undefined
    default:
      return false
  }
}

/** Thoughts that this wire sealed. A conversation may have begun elsewhere, and what others sealed would be refused. */
export const ownThoughts = (blocks: SealedReasoning): SealedReasoning => blocks.filter(isOurs)

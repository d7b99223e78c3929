import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import type { Part } from '@weir/dialects/openai-chat/read-parts'

/** An image as one address, for wires that take links and data URLs alike. Other media are refused. */
export const imageAddress = (part: Exclude<Part, { readonly kind: 'text' }>): string => {
  if (part.kind !== 'image') throw new UnsupportedInput(part.param, 'This channel takes text and images only')
  return part.source.kind === 'url' ? part.source.url : `data:${part.source.mimeType};base64,${part.source.data}`
}

import { isObject, parseJson } from '../json.ts'
import type { SealedReasoning } from '../model/event.ts'

/** Tells our own wrapping from what OpenAI encrypts, which no other upstream can read. */
const MARK = 'weir.1.'

/** Upstream's signed thoughts in the one field of this wire that clients carry back unread. */
export const sealReasoning = (sealed: SealedReasoning): string => `${MARK}${Buffer.from(JSON.stringify(sealed)).toString('base64url')}`

export const unsealReasoning = (text: string | undefined): SealedReasoning | undefined => {
  if (text?.startsWith(MARK) !== true) return undefined
  const sealed = parseJson(Buffer.from(text.slice(MARK.length), 'base64url').toString())
  return Array.isArray(sealed) ? sealed.filter(isObject) : undefined
}

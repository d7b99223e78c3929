import { isObject, parseJson, type JsonObject } from '../json.ts'
import type { SealedReasoning } from '../model/event.ts'

/** Tells our own wrapping from what OpenAI encrypts, which no other upstream can read. */
const MARK = 'weir.1.'

/** Upstream's signed thoughts in the one field of this wire that clients carry back unread. */
export const sealReasoning = (sealed: SealedReasoning): string => `${MARK}${Buffer.from(JSON.stringify(sealed)).toString('base64url')}`

export const isSealedHere = (text: string | undefined): boolean => text?.startsWith(MARK) === true

export const unsealReasoning = (text: string | undefined): SealedReasoning | undefined => {
  if (text === undefined || !isSealedHere(text)) return undefined
  const sealed = parseJson(Buffer.from(text.slice(MARK.length), 'base64url').toString())
  return Array.isArray(sealed) ? sealed.filter(isObject) : undefined
}

const SIGNATURES = ['text_signature', 'image_signature', 'call_signature'] as const
type SignatureKind = (typeof SIGNATURES)[number]

/** The seal on the words or the picture before the thought, or on the call that is named. Clients keep nothing else that they do not know. */
export const signatureBlock = (type: SignatureKind, signature: string, callId?: string): JsonObject => ({
  type,
  signature,
  ...(callId !== undefined && { call_id: callId }),
})

export const signatureKindOf = (block: JsonObject): SignatureKind | undefined => SIGNATURES.find((kind) => kind === block['type'])

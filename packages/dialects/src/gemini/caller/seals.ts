import { arrayAt, isObject, parseJson, textAt, type JsonObject } from '../../json.ts'
import type { SealedReasoning } from '../../model/event.ts'

/** Tells what was written here from what Google signs. The first eight bytes after it are never cut by the encoding. */
const MARK = 'weir.1.gemini.'
/** The same as it stands in a signature, which is base64 on this wire. */
const ENCODED_MARK = Buffer.from(MARK).toString('base64').slice(0, 18)

/** What stands behind a turn and must come back with it. */
export interface Seal {
  /** As another upstream signed them. */
  readonly sealed?: SealedReasoning
  /** Google's own. */
  readonly signature?: string
  /** Thoughts that some models want back with the results of their calls. */
  readonly reasoning?: string
}

/** In the one field of a part that clients carry back unread. Google's own signature goes as it is. */
export const sealOf = ({ sealed = [], signature, reasoning = '' }: Seal): string | undefined => {
  if (sealed.length === 0 && reasoning === '') return signature
  const kept = {
    ...(sealed.length > 0 && { sealed }),
    ...(signature !== undefined && { signature }),
    ...(reasoning !== '' && { reasoning }),
  }
  return Buffer.from(`${MARK}${JSON.stringify(kept)}`).toString('base64')
}

const isOurs = (seal: string): boolean => seal.startsWith(ENCODED_MARK)

export const unseal = (seal: string | undefined): Seal => {
  if (seal === undefined) return {}
  if (!isOurs(seal)) return { signature: seal }
  const kept = parseJson(Buffer.from(seal, 'base64').toString().slice(MARK.length))
  const [signature, reasoning] = [textAt(kept, 'signature'), textAt(kept, 'reasoning')]
  return {
    sealed: arrayAt(kept, 'sealed').filter(isObject),
    ...(signature !== undefined && { signature }),
    ...(reasoning !== undefined && { reasoning }),
  }
}

export const hasSeals = (rawBody: string): boolean => rawBody.includes(ENCODED_MARK)

/** Accepted by Google in place of a signature that is another's. */
const NO_SEAL = 'skip_thought_signature_validator'

/** Google's own signature, where there is one behind ours. */
const withoutSeal = (part: unknown): unknown => {
  const seal = textAt(part, 'thoughtSignature')
  if (!isObject(part) || seal === undefined || !isOurs(seal)) return part
  const { thoughtSignature: _, ...rest } = part
  const signature = unseal(seal).signature ?? (part['functionCall'] === undefined ? undefined : NO_SEAL)
  return signature === undefined ? rest : { ...rest, thoughtSignature: signature }
}

const isNothing = (part: unknown): boolean => isObject(part) && Object.keys(part).length === 1 && part['text'] === ''

/** A conversation that went on elsewhere, as Google takes it. */
export const withoutSeals = (body: JsonObject): JsonObject => ({
  ...body,
  contents: arrayAt(body, 'contents').map((content) =>
    isObject(content) && Array.isArray(content['parts'])
      ? {
          ...content,
          parts: arrayAt(content, 'parts')
            .map(withoutSeal)
            .filter((part, _, all) => all.length === 1 || !isNothing(part)),
        }
      : content,
  ),
})

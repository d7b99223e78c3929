/** Shorter pieces of a key are words such as a region, and would make holes in ordinary text. */
const SECRET_LENGTH = 8

/** Keys of the field, also those that are not ours: a caller's, or one that upstream knows from elsewhere. */
const KEY_LIKE = /\b(?:sk|rk|pk|gsk|xai|key)[-_][\w-]{12,}|\bAIza[\w-]{20,}|\beyJ[\w-]{10,}\.[\w.-]+|\bBearer\s+\S{8,}/g

/** Takes out what looks like a key. */
export const withoutKeys = (text: string): string => text.replaceAll(KEY_LIKE, '***')

/** Takes secrets out of what an upstream wrote, whole or in the parts that some keys are made of. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const pieces = secrets.flatMap((secret) => [secret, ...secret.split(/[|:\s]/)]).filter((piece) => piece.length >= SECRET_LENGTH)
  return pieces.toSorted((a, b) => b.length - a.length).reduce((rest, piece) => rest.replaceAll(piece, '***'), text)
}

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

/**
 * Accounts at a vendor, and places inside somebody's network: addresses, names without a dot in a link, and names that no one else can find.
 * Names are no longer than names may be: a long run of letters would be tried again from each of them.
 */
const PLACES = [
  /\b(?:org-|proj_)[A-Za-z0-9]{8,}/g,
  /(?<![\d.])(?:(?:10|127)(?:\.\d{1,3}){3}|(?:169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2})(?![\d.]*\d)(?::\d+)?/g,
  /(?<=\bhttps?:\/\/)[\w-]{1,63}(?::\d{1,5})?(?=[/\s"',)]|$)/g,
  /\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,7}\.(?:internal|local|lan|corp|intranet|svc)\b(?::\d{1,5})?/g,
]

/** What the operator knows and callers need not. */
export const withoutPlaces = (text: string): string => PLACES.reduce((rest, place) => rest.replaceAll(place, '***'), text)

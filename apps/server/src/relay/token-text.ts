/** A letter or digit before such a character always ends a token; the apostrophe belongs to endings such as `'s`. */
const WORD = /[\p{L}\p{N}]/u
const BREAK = /[\s\p{P}\p{S}]/u

const isTokenBorder = (text: string, at: number): boolean => {
  const next = text[at] ?? ''
  return next !== "'" && BREAK.test(next) && WORD.test(text[at - 1] ?? '')
}

const isHighSurrogate = (code: number): boolean => code >= 0xd8_00 && code <= 0xdb_ff

/** How far back a border is looked for. Most words are shorter. */
const LOOK_BACK = 128

/**
 * Where a piece of at most `size` characters that begins at `from` ends: where a token ends, so that the counts of the pieces
 * add up, or in the middle of a run that has no such place.
 */
export const pieceEnd = (text: string, from: number, size: number): number => {
  const last = from + size
  if (last >= text.length) return text.length
  for (let at = last; at > last - LOOK_BACK; at--) if (isTokenBorder(text, at)) return at
  return isHighSurrogate(text.charCodeAt(last - 1)) ? last - 1 : last
}

export type TokenTable = 'cl100k' | 'o200k'

/** Only these generations still use the older table; for every other vendor the newer one is the better guess. */
export const tokenTableOf = (model: string): TokenTable => (/^(gpt-3\.5|gpt-4(?!o|\.)|text-embedding-)/.test(model) ? 'cl100k' : 'o200k')

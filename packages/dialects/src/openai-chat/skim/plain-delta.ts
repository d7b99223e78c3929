import { parseJson } from '../../json.ts'

/** Anything that makes a chunk more than a piece of text. */
const SPECIAL = /"(?:usage":\{|error"|finish_reason":"|tool_calls"|reasoning|refusal":"|text":)/
export const CONTENT = '"content":"'

/** Where the string that begins at `start` ends; a quote behind an odd number of backslashes is part of it. */
export const endOfString = (data: string, start: number): number => {
  for (let at = data.indexOf('"', start); at !== -1; at = data.indexOf('"', at + 1)) {
    let backslashes = 0
    while (data.charCodeAt(at - 1 - backslashes) === 92) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return -1
}

/** What a JSON text cannot hold as it is: backslashes, and whatever comes before the blank. */
const ESCAPED = /[^ -\uffff]|\\/

/** A text as JSON writes it, without its quotes; undefined when it is not JSON. */
export const unescaped = (raw: string): string | undefined => {
  if (!ESCAPED.test(raw)) return raw
  const text = parseJson(`"${raw}"`)
  return typeof text === 'string' ? text : undefined
}

/**
 * The text of an ordinary chunk, found without looking at what was parsed: nine of ten chunks are a few letters in a fixed frame.
 * Undefined when the chunk is anything else; then it must be parsed.
 */
export const plainDeltaText = (data: string): string | undefined => {
  const start = data.indexOf(CONTENT)
  if (start === -1 || !data.includes('"choices":[{') || data.includes(CONTENT, start + CONTENT.length)) return undefined
  if (SPECIAL.test(data)) return undefined
  const from = start + CONTENT.length
  const end = endOfString(data, from)
  // Clients parse every chunk and would give up the whole answer for one that only looks like JSON.
  return end === -1 || parseJson(data) === undefined ? undefined : unescaped(data.slice(from, end))
}

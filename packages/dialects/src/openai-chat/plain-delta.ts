import { parseJson } from '../json.ts'

/** Anything that makes a chunk more than a piece of text. */
const SPECIAL = /"(?:usage":\{|error"|finish_reason":"|tool_calls"|reasoning|refusal":"|text":)/
export const CONTENT = '"content":"'

/** Where the string that begins at `start` ends; a quote behind an odd number of backslashes is part of it. */
const endOfString = (data: string, start: number): number => {
  for (let at = data.indexOf('"', start); at !== -1; at = data.indexOf('"', at + 1)) {
    let backslashes = 0
    while (data.charCodeAt(at - 1 - backslashes) === 92) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return -1
}

/** A text as JSON writes it, without its quotes; undefined when it is not JSON. */
const unescaped = (raw: string): string | undefined => {
  if (!raw.includes('\\')) return raw
  const text = parseJson(`"${raw}"`)
  return typeof text === 'string' ? text : undefined
}

/** Where the text of an ordinary chunk begins and ends; undefined when the chunk is anything else. */
const placeOfText = (data: string): readonly [from: number, end: number] | undefined => {
  const start = data.indexOf(CONTENT)
  if (start === -1 || !data.includes('"choices":[{') || data.includes(CONTENT, start + CONTENT.length)) return undefined
  if (SPECIAL.test(data)) return undefined
  const from = start + CONTENT.length
  const end = endOfString(data, from)
  return end === -1 || !data.endsWith('}') ? undefined : [from, end]
}

/**
 * The text of an ordinary chunk, found without parsing it: nine of ten chunks are a few letters in a fixed frame.
 * Undefined when the chunk is anything else; then it must be parsed.
 */
export const plainDeltaText = (data: string): string | undefined => {
  const place = placeOfText(data)
  return place && unescaped(data.slice(...place))
}

/** Everything of an ordinary chunk but its text. */
export interface DeltaFrame {
  readonly before: string
  readonly after: string
}

export const deltaFrameOf = (data: string): DeltaFrame | undefined => {
  const place = placeOfText(data)
  return place && { before: data.slice(0, place[0]), after: data.slice(place[1]) }
}

/** The text of a chunk that differs from an earlier one in nothing else. */
export const textInFrame = (data: string, { before, after }: DeltaFrame): string | undefined => {
  if (!data.startsWith(before) || !data.endsWith(after)) return undefined
  const end = data.length - after.length
  return endOfString(data, before.length) === end ? unescaped(data.slice(before.length, end)) : undefined
}

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const objectAt = (value: unknown, key: string): JsonObject | undefined => {
  const member = isObject(value) ? value[key] : undefined
  return isObject(member) ? member : undefined
}

export const arrayAt = (value: unknown, key: string): readonly unknown[] => {
  const member = isObject(value) ? value[key] : undefined
  return Array.isArray(member) ? member : []
}

export const textAt = (value: unknown, key: string): string | undefined => {
  const member = isObject(value) ? value[key] : undefined
  return typeof member === 'string' ? member : undefined
}

/** A count as upstreams report it; anything but a whole number from 0 is treated as not reported. */
export const countAt = (value: unknown, key: string): number | undefined => {
  const member = isObject(value) ? value[key] : undefined
  return Number.isSafeInteger(member) && (member as number) >= 0 ? (member as number) : undefined
}

/** A thousand times this is still exact. Larger figures are none of a request; what it can cost cuts them further. */
const MAX_FIGURE = 2 ** 40
const DECIMAL = /^\d+(?:\.\d+)?$/

/** An amount of something used, also when it is written as text; undefined when it is negative or no number. */
export const amountOf = (value: unknown): number | undefined => {
  const amount = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value
  return typeof amount === 'number' && amount >= 0 ? Math.min(amount, MAX_FIGURE) : undefined
}

/** How much upstream says it used. Unlike `countAt`, a figure that is too large or not whole is still a figure: it must not pass for none. */
export const figureAt = (value: unknown, key: string): number | undefined => {
  const amount = isObject(value) ? amountOf(value[key]) : undefined
  return amount === undefined ? undefined : Math.ceil(amount)
}

/** Nesting of the deepest array or object, without recursion: a hostile body must not exhaust the stack. */
export const isDeeperThan = (text: string, limit: number): boolean => {
  // Most bodies have fewer opening brackets than the limit, inside strings and out; counting those is much cheaper.
  let brackets = 0
  for (let at = text.indexOf('['); at !== -1 && brackets <= limit; at = text.indexOf('[', at + 1)) brackets++
  for (let at = text.indexOf('{'); at !== -1 && brackets <= limit; at = text.indexOf('{', at + 1)) brackets++
  return brackets > limit && depthExceeds(text, limit)
}

/** Counted by commas outside strings, which are skipped over. The shortest value takes two characters with its comma, so most bodies need no look. */
export const hasMoreValuesThan = (text: string, limit: number): boolean => {
  if (text.length <= limit * 2) return false
  let commas = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 44 && ++commas >= limit) return true
    if (code === 34) at = stringEnd(text, at)
  }
  return false
}

const stringEnd = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1)
  for (; end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

const depthExceeds = (text: string, limit: number): boolean => {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === 92) at++
      else if (code === 34) isInString = false
    } else if (code === 34) isInString = true
    else if (code === 123 || code === 91) {
      if (++depth > limit) return true
    } else if (code === 125 || code === 93) depth--
  }
  return false
}

/** The members of one object beyond which reading it is only a burden: 80 000 different names take a quarter of a second. */
export const MAX_MEMBERS = 10_000

const COLON = 58
const QUOTE = 34
const BACKSLASH = 92

const widthExceeds = (text: string, limit: number): boolean => {
  const members: number[] = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++
    } else if (code === 123) members.push(0)
    else if (code === 125) members.pop()
    else if (code === COLON) {
      const count = (members.pop() ?? 0) + 1
      if (count > limit) return true
      members.push(count)
    }
  }
  return false
}

/** Whether an object in the text has more members, without building it. Few texts have that many colons at all. */
export const isWiderThan = (text: string, limit: number): boolean => {
  // No member is shorter than five characters with its comma, so most bodies need no look.
  if (text.length <= limit * 4) return false
  let colons = 0
  for (let at = text.indexOf(':'); at !== -1 && colons <= limit; at = text.indexOf(':', at + 1)) colons++
  return colons > limit && widthExceeds(text, limit)
}

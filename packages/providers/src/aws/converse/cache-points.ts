import { textAt, type JsonObject } from '@weir/dialects/json'

/** Where a model of this service takes the mark of a cached prefix. A mark elsewhere fails the whole call. */
export interface CachePlaces {
  readonly messages: boolean
  readonly tools: boolean
  /** How long it is kept can be chosen. */
  readonly ttl: boolean
}

const NOWHERE: CachePlaces = { messages: false, tools: false, ttl: false }

/** An address stands for a model that it does not name, and Claude is the family that is cached most. */
const PLACES: readonly (readonly [RegExp, CachePlaces])[] = [
  [/claude|^arn:/, { messages: true, tools: true, ttl: true }],
  [/nova/, { messages: true, tools: false, ttl: false }],
]

export const cachePlacesOf = (model: string): CachePlaces => PLACES.find(([pattern]) => pattern.test(model))?.[1] ?? NOWHERE

export interface CachePoint {
  readonly cachePoint: { readonly type: 'default'; readonly ttl?: string }
}

const TTLS: ReadonlySet<string | undefined> = new Set(['5m', '1h'])

const point = (mark: JsonObject, { ttl: hasTtl }: CachePlaces): CachePoint => {
  const ttl = textAt(mark, 'ttl')
  return { cachePoint: { type: 'default', ...(hasTtl && ttl !== undefined && TTLS.has(ttl) && { ttl }) } }
}

export const pointAfterMessage = (mark: JsonObject | undefined, places: CachePlaces): readonly CachePoint[] =>
  mark && places.messages ? [point(mark, places)] : []

export const pointAfterTool = (mark: JsonObject | undefined, places: CachePlaces): readonly CachePoint[] =>
  mark && places.tools ? [point(mark, places)] : []

/** Which of the caller's marks are lost. */
export const lostMarks = (
  places: CachePlaces,
  marks: { readonly messages: readonly JsonObject[]; readonly tools: readonly JsonObject[] },
): readonly string[] => [
  ...(marks.messages.length > 0 && !places.messages ? ['messages.cache_control'] : []),
  ...(marks.tools.length > 0 && !places.tools ? ['tools.cache_control'] : []),
  ...(marks.messages.some((mark) => textAt(mark, 'ttl') === '1h') && places.messages && !places.ttl ? ['messages.cache_control.ttl'] : []),
]

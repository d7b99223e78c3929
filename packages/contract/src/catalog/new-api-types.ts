/** What a channel type of new-api is here. */
interface Counterpart {
  readonly type: number
  /** Where a channel sends there that names no address, if the type has another one or none here. */
  readonly baseUrl?: string
  /** The account of Cloudflare stands in the field `other` there. */
  readonly hasAccountInOther?: true
  /** The bot of Coze stands in the field `other` there, and is the name of the model here. */
  readonly hasBotInOther?: true
}

/** Has no address of its own: a key in it goes nowhere unless the operator says where. */
export const CUSTOM_TYPE = 8
/** Speaks to an address that has a version in it. */
export const COMPATIBLE_TYPE = 50

/** new-api kept the numbers of these, and has given other providers to many of the rest. */
const ALIKE: ReadonlySet<number> = new Set([1, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 31, 33])

const MOVED: ReadonlyMap<number, Counterpart> = new Map([
  [4, { type: 30 }],
  [26, { type: 16 }],
  [27, { type: COMPATIBLE_TYPE, baseUrl: 'https://api.perplexity.ai' }],
  [34, { type: 35 }],
  [35, { type: 27 }],
  [38, { type: CUSTOM_TYPE, baseUrl: 'https://api.jina.ai' }],
  [39, { type: 37, hasAccountInOther: true }],
  [40, { type: 44 }],
  [41, { type: 42 }],
  [42, { type: 28 }],
  [43, { type: 36 }],
  [45, { type: 40 }],
  [46, { type: 47 }],
  [47, { type: CUSTOM_TYPE }],
  [48, { type: 45 }],
  [49, { type: 34, baseUrl: 'https://api.coze.cn', hasBotInOther: true }],
  [56, { type: 46 }],
])

/** To clients of new-api, types that it has no number for are told by the number here and this. */
const OWN_TYPES = 10_000

/** Undefined: a provider that is not known here. */
export const counterpartOf = (newApiType: number): Counterpart | undefined => {
  if (newApiType > OWN_TYPES) return { type: newApiType - OWN_TYPES }
  return ALIKE.has(newApiType) ? { type: newApiType } : MOVED.get(newApiType)
}

const THERE: ReadonlyMap<number, number> = new Map(
  [...MOVED].filter(([, { type }]) => !ALIKE.has(type) && type !== COMPATIBLE_TYPE).map(([there, { type }]) => [type, there]),
)

export const newApiTypeOf = (type: number): number => (ALIKE.has(type) ? type : (THERE.get(type) ?? OWN_TYPES + type))

const NO_TYPE = 0

interface SentChannel {
  readonly type?: unknown
  readonly base_url?: unknown
  readonly other?: unknown
}

/** An edit that says nothing of the address leaves it. */
const hasNoAddress = (body: SentChannel): boolean => body.base_url === '' || (body.base_url === undefined && !('id' in body))

const addressFor = ({ baseUrl }: Counterpart, body: SentChannel): object =>
  baseUrl !== undefined && hasNoAddress(body) ? { base_url: baseUrl } : {}

const settingsFor = ({ hasAccountInOther }: Counterpart, { other }: SentChannel): object =>
  hasAccountInOther === true && typeof other === 'string' ? { config: JSON.stringify({ user_id: other.trim() }) } : {}

/**
 * The body of a client of new-api with the type that it means. As it is, the number would be another provider's, to whom the key would go.
 * A type that is not known here is none.
 */
export const withOwnType = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body
  const sent: SentChannel = body
  if (typeof sent.type !== 'number') return body
  const meant = counterpartOf(sent.type)
  if (meant === undefined) return { ...body, type: NO_TYPE }
  return { ...body, type: meant.type, ...addressFor(meant, sent), ...settingsFor(meant, sent) }
}

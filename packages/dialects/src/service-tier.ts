import { isObject } from './json.ts'

/** What upstreams sell beside the usual service: slower for less, or faster for more. */
export type ServiceTier = 'batch' | 'flex' | 'priority'

/** What a caller may ask for. With `auto` upstream chooses. */
export type AskedTier = 'auto' | 'default' | 'flex' | 'priority'

export type ReportedTier = 'default' | ServiceTier

const ASKED: ReadonlyMap<unknown, AskedTier> = new Map<unknown, AskedTier>([
  ['auto', 'auto'],
  ['default', 'default'],
  ['standard', 'default'],
  ['standard_only', 'default'],
  ['on_demand', 'default'],
  ['flex', 'flex'],
  ['priority', 'priority'],
])

/** A tier that has its own price on every list that knows it. */
export const isSoldTier = (value: unknown): boolean => value === 'flex' || value === 'priority'

/** The tier that a body asks for; undefined when it names none that is known. */
export const askedTierIn = (body: unknown): AskedTier | undefined => (isObject(body) ? ASKED.get(body['service_tier']) : undefined)

/** `scale` is paid for in advance, so that a request at it costs what the list says. */
const REPORTED: ReadonlyMap<unknown, ReportedTier> = new Map<unknown, ReportedTier>([
  ['default', 'default'],
  ['standard', 'default'],
  ['on_demand', 'default'],
  ['scale', 'default'],
  ['flex', 'flex'],
  ['priority', 'priority'],
  ['batch', 'batch'],
])

/** The tier at which upstream says that it has served. */
export const reportedTierIn = (reply: unknown): ReportedTier | undefined =>
  isObject(reply) ? REPORTED.get(reply['service_tier']) : undefined

const GOOGLES: ReadonlyMap<string, 'default' | 'flex' | 'priority'> = new Map([
  ['unspecified', 'default'],
  ['standard', 'default'],
  ['flex', 'flex'],
  ['priority', 'priority'],
])

/** The tier that a word of Google's means. Its older clients write it in capitals and with a prefix. */
export const tierFromGoogle = (word: unknown): 'default' | 'flex' | 'priority' | undefined =>
  typeof word === 'string' ? GOOGLES.get(word.toLowerCase().replace(/^service_tier_/, '')) : undefined

/** The other way round. What is left to upstream has no word there. */
export const tierForGoogle = (tier: AskedTier | ReportedTier | undefined): 'standard' | 'flex' | 'priority' | undefined => {
  if (tier === 'default') return 'standard'
  return tier === 'flex' || tier === 'priority' ? tier : undefined
}

import { arrayAt, objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { Channel } from '../ports.ts'
import type { FailedAttempt } from '../stage-types.ts'
import { hiddenOn, secretsOn } from './channel-request.ts'
import { withoutKeys, withoutPlaces, withoutSecrets } from './without-secrets.ts'

/** Where the wires put what went wrong, the most common first. Every member but the last may also be the first of a list. */
const PLACES: readonly (readonly string[])[] = [
  ['error', 'message'],
  ['error'],
  ['message'],
  ['Response', 'Error', 'Message'],
  ['errors', 'message'],
  ['error_msg'],
  ['msg'],
  ['err'],
  ['base_resp', 'status_msg'],
  ['detail'],
  ['detail', 'msg'],
  ['message', 'detail', 'msg'],
  ['header', 'message'],
  ['response', 'error', 'message'],
  ['Message'],
]

/** Google's compatible endpoint tells its errors in a list. */
export const firstIn = (json: unknown): unknown => (Array.isArray(json) ? (json[0] as unknown) : json)

const firstOf = (value: unknown, name: string): unknown => objectAt(value, name) ?? arrayAt(value, name)[0]

const textIn = (value: unknown, path: readonly string[]): string | undefined => {
  const outer = path.slice(0, -1).reduce<unknown>(firstOf, value)
  return textAt(outer, path.at(-1) ?? '')
}

/** Upstream's own explanation of a refusal, whatever its wire. They are words for people: nothing is decided by them. */
export const upstreamWords = (body: string): string | undefined => {
  const json = firstIn(parseJson(body))
  if (typeof json === 'string') return json.trim() === '' ? undefined : json
  for (const path of PLACES) {
    const text = textIn(json, path)
    if (text !== undefined && text !== '') return text
  }
  return undefined
}

/** Enough to tell what is wrong; every failed attempt of every request keeps so much. */
const MAX_SAID = 300
/** Looked at of an error page: the rest is seldom about the error. */
const MAX_PAGE = 4000

const asLine = (page: string): string =>
  page
    .slice(0, MAX_PAGE)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What a failed attempt leaves for the operator: upstream's words, or how the network failed, in one line and without secrets. */
export const failureWords = (
  { body, message, cause }: FailedAttempt,
  channel: Pick<Channel, 'key' | 'config' | 'headerOverrides'>,
): string => {
  const said = asLine(upstreamWords(body) ?? (message || body || cause || ''))
  if (said === '') return ''
  return [...withoutKeys(withoutSecrets(said, [...secretsOn(channel), ...Object.values(channel.config)]))].slice(0, MAX_SAID).join('')
}

/** The same for a caller whose own mistake it was. */
export const wordsForCallers = (words: string, channel: Parameters<typeof hiddenOn>[0]): string =>
  withoutPlaces(withoutSecrets(words, hiddenOn(channel)))

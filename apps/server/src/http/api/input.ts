import { Refusal } from '@weir/contract/errors'
import { MAX_MEMBERS, isDeeperThan, isWiderThan, parseJson } from '@weir/dialects/json'
import type { BodyGate, BodyReading } from '../request/body-gate.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** Unauthenticated bodies; a sign-in needs far less. */
const MAX_STRANGER_BYTES = 64 * 1024
const MAX_DEPTH = 64

const MAX_SHOWN = 100

/** Of a header that lists its value before parameters. */
const mainValue = (header: string | null): string => (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const requirePlain = ({ headers }: Request): void => {
  const encoding = mainValue(headers.get('content-encoding'))
  if (encoding !== '' && encoding !== 'identity') throw new Refusal('body-encoding', { encoding: encoding.slice(0, MAX_SHOWN) })
}

/** What the request calls its body, when that is not JSON. A body that names no type comes from a script and is JSON. */
const otherTypeOf = ({ headers }: Request): string | undefined => {
  const type = mainValue(headers.get('content-type'))
  return type === '' || /^application\/([^/]+\+)?json$/.test(type) ? undefined : type.slice(0, MAX_SHOWN)
}

/** In every part of a body, null is the same as absent: forms of this family send it for what nobody filled in. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(given.map(([name, member]) => [name, withoutNulls(member)]))
}

/** When the places of an address are all taken by bodies that do not come, the first is free again after so long. */
const STRANGER_WAIT_SECONDS = 15

const readFromStranger = async (body: Request['body'], bodies: BodyGate, from: BodyReading & { readonly address: string }) => {
  const leave = bodies.enter(from.address)
  if (leave === undefined) throw new Refusal('too-many-requests', { seconds: STRANGER_WAIT_SECONDS })
  try {
    return await bodies.read(body, from)
  } finally {
    leave()
  }
}

export interface BodyReader {
  readonly bodies: BodyGate
  /** The address of a caller who has not shown who they are. */
  readonly stranger: string | undefined
  /** A foreign page can send a body of another type without asking, and the cookie goes with it. Without a cookie it comes from a script. */
  readonly hasCookie: boolean
  /** For those who have shown who they are. */
  readonly maxBytes?: number | undefined
  /** No body at all is an empty object. */
  readonly mayLack?: boolean | undefined
}

const valueIn = (text: string, otherType: string | undefined): unknown => {
  if (isDeeperThan(text, MAX_DEPTH) || isWiderThan(text, MAX_MEMBERS)) throw new Refusal('invalid-json')
  const value = parseJson(text)
  if (value === undefined) throw otherType === undefined ? new Refusal('invalid-json') : new Refusal('body-type', { type: otherType })
  return withoutNulls(value)
}

export const readJsonBody = async (
  request: Request,
  { bodies, stranger, hasCookie, maxBytes = MAX_BODY_BYTES, mayLack = false }: BodyReader,
): Promise<unknown> => {
  requirePlain(request)
  const otherType = otherTypeOf(request)
  if (otherType !== undefined && hasCookie) throw new Refusal('body-type', { type: otherType })
  const limit = stranger === undefined ? maxBytes : MAX_STRANGER_BYTES
  const tooLarge = (): Refusal => new Refusal('body-too-large', { limit })
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const reading = { limit, isShort: true, tooLarge, tooSlow: () => new Refusal('body-too-slow') }
  const read =
    stranger === undefined ? bodies.read(request.body, reading) : readFromStranger(request.body, bodies, { ...reading, address: stranger })
  const text = new TextDecoder().decode(await read)
  return text === '' && mayLack ? {} : valueIn(text, otherType)
}

import { Refusal, type Language } from '@weir/contract/errors'
import { MAX_MEMBERS, isDeeperThan, isWiderThan, parseJson } from '@weir/dialects/json'
import { z } from 'zod'
import { problemText } from '../../admin/invalid-input.ts'
import type { BodyGate, BodyReading } from '../request/body-gate.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** Unauthenticated bodies; a sign-in needs far less. */
const MAX_STRANGER_BYTES = 64 * 1024
const MAX_DEPTH = 64

const locales = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError }

const MAX_SHOWN = 100

/** Of a header that lists its value before parameters. */
const mainValue = (header: string | null): string => (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** A body that names no type comes from a script and is read; one that names another type is what a foreign page could send without asking. */
const requirePlainJson = ({ headers }: Request): void => {
  const encoding = mainValue(headers.get('content-encoding'))
  if (encoding !== '' && encoding !== 'identity') throw new Refusal('body-encoding', { encoding: encoding.slice(0, MAX_SHOWN) })
  const type = mainValue(headers.get('content-type'))
  if (type !== '' && !/^application\/([^/]+\+)?json$/.test(type)) throw new Refusal('body-type', { type: type.slice(0, MAX_SHOWN) })
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

/** `stranger` is the address of a caller who has not shown who they are. */
export const readJsonBody = async (request: Request, bodies: BodyGate, stranger: string | undefined): Promise<unknown> => {
  requirePlainJson(request)
  const limit = stranger === undefined ? MAX_BODY_BYTES : MAX_STRANGER_BYTES
  const tooLarge = (): Refusal => new Refusal('body-too-large', { limit })
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const reading = { limit, isShort: true, tooLarge, tooSlow: () => new Refusal('body-too-slow') }
  const read =
    stranger === undefined ? bodies.read(request.body, reading) : readFromStranger(request.body, bodies, { ...reading, address: stranger })
  const text = new TextDecoder().decode(await read)
  if (isDeeperThan(text, MAX_DEPTH) || isWiderThan(text, MAX_MEMBERS)) throw new Refusal('invalid-json')
  const value = parseJson(text)
  if (value === undefined) throw new Refusal('invalid-json')
  return value
}

export const parsePart = (schema: z.ZodType | undefined, value: unknown, language: Language): unknown => {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value, { error: locales[language] })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'body'
  throw new Refusal('invalid-input', { field, problem: problemText(issue?.message ?? '', language) })
}

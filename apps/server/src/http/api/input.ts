import { Refusal, type Language } from '@weir/contract/errors'
import { MAX_MEMBERS, isDeeperThan, isWiderThan } from '@weir/dialects/json'
import { z } from 'zod'
import { problemText } from '../../admin/invalid-input.ts'
import { readLimited } from '../request/read-limited.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** From somebody who has not shown who they are. A sign-in needs far less. */
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

export const readJsonBody = async (request: Request, isKnown: boolean): Promise<unknown> => {
  requirePlainJson(request)
  const limit = isKnown ? MAX_BODY_BYTES : MAX_STRANGER_BYTES
  const tooLarge = (): Refusal => new Refusal('body-too-large', { limit })
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const text = new TextDecoder().decode(await readLimited(request.body, limit, tooLarge))
  if (isDeeperThan(text, MAX_DEPTH) || isWiderThan(text, MAX_MEMBERS)) throw new Refusal('invalid-json')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid-json')
  }
}

export const parsePart = (schema: z.ZodType | undefined, value: unknown, language: Language): unknown => {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value, { error: locales[language] })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'body'
  throw new Refusal('invalid-input', { field, problem: problemText(issue?.message ?? '', language) })
}

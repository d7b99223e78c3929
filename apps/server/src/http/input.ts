import { Refusal, type Language } from '@weir/contract/errors'
import { newUsername } from '@weir/contract/user'
import { isDeeperThan } from '@weir/dialects/json'
import { z } from 'zod'
import { readLimited } from './read-limited.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** From somebody who has not shown who they are. A sign-in needs far less. */
const MAX_STRANGER_BYTES = 64 * 1024
const MAX_DEPTH = 64

const locales = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError }

/** What the contract's own rules say when they refuse; everything else is worded by the schema library. */
const ruleTexts: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  NUL: { zh: '不能包含空字符', en: 'must not contain a NUL character' },
  JSON: { zh: '必须是合法的 JSON 对象', en: 'must be a valid JSON object' },
  password: { zh: '长度须为 8 至 128 个字符', en: 'must have 8 to 128 characters' },
  username: { zh: '不能包含 @', en: 'must not contain @' },
  'look-alike': {
    zh: '不能包含不可见字符、全角等变体字符，也不能混用字母表',
    en: 'must not contain invisible characters or variant letters, nor mix alphabets',
  },
  email: { zh: '不是有效的邮箱地址', en: 'is not a valid e-mail address' },
  required: { zh: '不能为空', en: 'must not be empty' },
  type: { zh: '不支持的渠道类型', en: 'is not a known channel type' },
  control: { zh: '不能包含换行或控制字符', en: 'must not contain line breaks or control characters' },
  key: { zh: '只能包含可见的 ASCII 字符', en: 'must consist of visible ASCII characters' },
  'http(s) URL': { zh: '必须是 http 或 https 地址，且不含账号与片段', en: 'must be an http or https address without user and fragment' },
  subnet: { zh: '必须是以逗号分隔的网段，例如 192.168.0.0/16', en: 'must be subnets separated by commas, such as 192.168.0.0/16' },
}

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
  if (isDeeperThan(text, MAX_DEPTH)) throw new Refusal('invalid-json')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid-json')
  }
}

export const invalidInput = (field: string, rule: string, language: Language): Refusal =>
  new Refusal('invalid-input', { field, problem: ruleTexts[rule]?.[language] ?? rule })

/** For a name that is not the one somebody already has. */
export const parseNewUsername = (name: string, language: Language): string => {
  const parsed = newUsername.safeParse(name)
  if (!parsed.success) throw invalidInput('username', parsed.error.issues[0]?.message ?? 'username', language)
  return parsed.data
}

export const parsePart = (schema: z.ZodType | undefined, value: unknown, language: Language): unknown => {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value, { error: locales[language] })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'body'
  throw new Refusal('invalid-input', { field, problem: ruleTexts[issue?.message ?? '']?.[language] ?? issue?.message ?? '' })
}

import { z } from 'zod'

type Language = 'zh' | 'en'
type Issue = z.core.$ZodRawIssue
type Words = Readonly<Record<Language, string>>

const locales = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError }

const MISSING: Words = { zh: '缺少此项', en: 'is missing' }
const EMPTY: Words = { zh: '不能为空', en: 'must not be empty' }
const OTHER_FORM: Words = { zh: '格式不正确', en: 'has another form than is asked for' }

const KINDS = new Map<string, Words>([
  ['string', { zh: '文本', en: 'a text' }],
  ['number', { zh: '数字', en: 'a number' }],
  ['int', { zh: '整数', en: 'a whole number' }],
  ['boolean', { zh: ' true 或 false', en: 'true or false' }],
  ['array', { zh: '列表', en: 'a list' }],
  ['object', { zh: '对象', en: 'an object' }],
  ['record', { zh: '对象', en: 'an object' }],
])

const ofKind = (expected: string): Words => {
  const kind = KINDS.get(expected)
  return kind === undefined ? OTHER_FORM : { zh: `必须是${kind.zh}`, en: `must be ${kind.en}` }
}

interface Bound {
  readonly origin: string
  readonly limit: number | bigint
  readonly isInclusive: boolean
}

const tooSmall = ({ origin, limit, isInclusive }: Bound): Words => {
  if (origin === 'string' || origin === 'array') {
    if (limit === 1) return EMPTY
    return origin === 'string'
      ? { zh: `至少需要 ${limit} 个字符`, en: `must have at least ${limit} characters` }
      : { zh: `至少需要 ${limit} 项`, en: `must have at least ${limit} entries` }
  }
  return isInclusive
    ? { zh: `不能小于 ${limit}`, en: `must not be below ${limit}` }
    : { zh: `必须大于 ${limit}`, en: `must be above ${limit}` }
}

const tooBig = ({ origin, limit, isInclusive }: Bound): Words => {
  if (origin === 'string') return { zh: `不能超过 ${limit} 个字符`, en: `must have at most ${limit} characters` }
  if (origin === 'array') return { zh: `不能超过 ${limit} 项`, en: `must have at most ${limit} entries` }
  return isInclusive
    ? { zh: `不能大于 ${limit}`, en: `must not be above ${limit}` }
    : { zh: `必须小于 ${limit}`, en: `must be below ${limit}` }
}

const oneOf = (values: readonly unknown[]): Words => {
  const listed = values.map(String)
  return { zh: `只能是 ${listed.join('、')}`, en: `must be ${listed.length === 1 ? '' : 'one of '}${listed.join(', ')}` }
}

/** The values of a choice whose every branch is a value. */
const choicesOf = (branches: readonly (readonly z.core.$ZodIssue[])[]): readonly unknown[] | undefined => {
  const values = branches.map(([issue, ...more]) => (issue?.code === 'invalid_value' && more.length === 0 ? issue.values : undefined))
  return values.includes(undefined) ? undefined : values.flatMap((each) => each ?? [])
}

const wordsFor = (issue: Issue): Words | undefined => {
  if (issue.input === undefined && issue.code !== 'custom') return MISSING
  switch (issue.code) {
    case 'invalid_type':
      return ofKind(issue.expected)
    case 'too_small':
      return tooSmall({ origin: issue.origin, limit: issue.minimum, isInclusive: issue.inclusive !== false })
    case 'too_big':
      return tooBig({ origin: issue.origin, limit: issue.maximum, isInclusive: issue.inclusive !== false })
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union': {
      const choices = choicesOf(issue.errors)
      return choices === undefined ? OTHER_FORM : oneOf(choices)
    }
    default:
      return undefined
  }
}

/** What a schema finds wrong, in the words of this product: those of the schema library name types of the program and mathematical signs. */
export const schemaProblem =
  (language: Language): z.core.$ZodErrorMap =>
  (issue) =>
    wordsFor(issue)?.[language] ?? locales[language](issue)

import type { OpenapiDocument, Operation } from '../../../apps/server/src/http/openapi/openapi.ts'
import type { Said } from '../tongue.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export interface Group {
  readonly id: string
  readonly title: Said
  readonly calls: readonly Call[]
}

/** The first that fits decides. */
const groups: readonly (readonly [id: string, title: Said, paths: RegExp])[] = [
  ['tokens', { en: 'Tokens', zh: '令牌' }, /^token\b/],
  ['channels', { en: 'Channels', zh: '渠道' }, /^(?:channel|models|group)\b/],
  [
    'sign-in',
    { en: 'Sign-in and registration', zh: '登录与注册' },
    /^(?:oauth|verification|reset_password|user\/(?:login|logout|sessions?|factor|passkey|register|reset))\b/,
  ],
  ['account', { en: 'Own account', zh: '自己的账户' }, /^user\/(?:self|token|available_models|models|aff|topup|dashboard)\b/],
  ['users', { en: 'Users', zh: '用户' }, /^(?:user|topup)\b/],
  ['codes', { en: 'Redemption codes', zh: '兑换码' }, /^redemption\b/],
  ['budgets', { en: 'Budgets', zh: '预算' }, /^budget\b/],
  ['ledger', { en: 'Statements and corrections', zh: '账单与更正' }, /^(?:statement|ledger)\b/],
  ['prices', { en: 'Prices', zh: '价格' }, /^(?:prices|pricing)\b/],
  ['logs', { en: 'Log and statistics', zh: '日志与统计' }, /^(?:log|statistics|dashboard)\b/],
  ['alerts', { en: 'Alerts', zh: '告警' }, /^alert\b/],
  ['audit', { en: 'Audit trail', zh: '审计' }, /^audit\b/],
  ['settings', { en: 'Settings and status', zh: '设置与状态' }, /^(?:option|status|notice|about|home_page_content|setup)\b/],
]

const METHODS = ['get', 'post', 'put', 'delete']

const callsOf = ({ paths }: OpenapiDocument): readonly Call[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))
    .toSorted((a, b) => a.path.localeCompare(b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method))

/** The calls of a description by subject. A path that fits no group is a mistake of this table. */
export const groupsOf = (description: OpenapiDocument): readonly Group[] => {
  const rest = new Set(callsOf(description))
  const found = groups.map(([id, title, pattern]) => {
    const calls = [...rest].filter(({ path }) => pattern.test(path.replace('/api/', '')))
    for (const call of calls) rest.delete(call)
    return { id, title, calls }
  })
  const [left] = rest
  if (left !== undefined) throw new Error(`${left.path} is in no group: add it to tools/site/api/groups.ts`)
  return found
}

import { reasonText } from './channels/channel-test.ts'
import type { Language } from './errors.ts'
import { LOG_OUTCOMES, LogType, type LogObject } from './log.ts'
import { wordTable } from './values/word-table.ts'

interface Words {
  readonly zh: string
  readonly en: string
}

/** What upstream can do wrong: told in the words that tests of channels are told in. */
export const UPSTREAM_FAULTS = [
  'bad-request',
  'bad-credential',
  'out-of-credit',
  'forbidden',
  'rate-limited',
  'overloaded',
  'not-found',
  'unreachable',
  'too-slow',
  'broken',
] as const

const OWN = {
  'caller-left': { zh: '调用方在响应前离开', en: 'The caller left before an answer' },
  'shutting-down': { zh: '服务正在停止', en: 'The server was stopping' },
  internal: { zh: '服务器内部错误', en: 'Internal server error' },
} as const satisfies Record<string, Words>

const REFUSALS = {
  'no-channel': { zh: '没有可用渠道', en: 'No channel available' },
  'group-not-allowed': { zh: '令牌选择的分组已不可用', en: 'The group of the token can no longer be chosen' },
  'model-not-allowed': { zh: '令牌无权使用此模型', en: 'The token may not use this model' },
  'user-quota': { zh: '用户额度不足', en: 'Not enough quota of the user' },
  'token-quota': { zh: '令牌额度不足', en: 'Not enough quota of the token' },
  limited: { zh: '超出频率限制', en: 'Over a rate limit' },
  'server-busy': { zh: '服务器繁忙', en: 'The server was busy' },
  'over-share': { zh: '服务器繁忙时用户的请求过多', en: 'Too many requests of the user on a busy server' },
  budget: { zh: '超出预算', en: 'Over a budget' },
  unpriced: { zh: '模型没有价格', en: 'The model has no price' },
  'token-exhausted': { zh: '令牌额度已用尽', en: 'The token is used up' },
  'token-expired': { zh: '令牌已过期', en: 'The token has expired' },
  'token-disabled': { zh: '令牌已禁用', en: 'The token is disabled' },
  'user-banned': { zh: '用户已被封禁', en: 'The user is banned' },
  subnet: { zh: '地址不在允许的网段', en: 'The address is outside the allowed subnets' },
  'channel-pinned': { zh: '普通用户不能指定渠道', en: 'Only administrators may choose a channel' },
  'invalid-channel': { zh: '指定的渠道不可用', en: 'The chosen channel is not available' },
  'invalid-request': { zh: '请求无效', en: 'Invalid request' },
  'unsupported-input': { zh: '没有渠道支持请求中的参数', en: 'No channel supports a parameter of the request' },
  'response-not-found': { zh: '保存的响应不存在', en: 'The kept response does not exist' },
  'item-not-found': { zh: '引用的条目不存在', en: 'An item that is referred to does not exist' },
} as const satisfies Record<string, Words>

/** Why a request that was let in delivered nothing. */
export const REQUEST_FAULTS = [...UPSTREAM_FAULTS, ...(Object.keys(OWN) as readonly (keyof typeof OWN)[])] as const

/** Why a request was not let in. */
export const REFUSAL_FAULTS = Object.keys(REFUSALS) as readonly (keyof typeof REFUSALS)[]

const own = wordTable<Words | undefined>({ ...OWN, ...REFUSALS })

const isUpstreams = (fault: string): fault is (typeof UPSTREAM_FAULTS)[number] => (UPSTREAM_FAULTS as readonly string[]).includes(fault)

/** In the reader's language; undefined for a word that is none of ours, such as in a row from elsewhere. */
export const faultText = (fault: string, language: Language): string | undefined => {
  if (isUpstreams(fault)) return reasonText(fault, language)
  return Object.hasOwn(own, fault) ? own[fault]?.[language] : undefined
}

interface StoredRow {
  readonly type: number
  readonly outcome: string
  readonly content: string
}

/** How the request of a row ended. A channel test ends well or not; every other row just is. */
export const endingOf = ({ type, outcome, content }: StoredRow): Pick<LogObject, 'outcome' | 'fault'> => {
  const isRequest = type === LogType.consume || type === LogType.refused
  if (!isRequest && type !== LogType.test) return { outcome: '', fault: '' }
  const known = LOG_OUTCOMES.find((name) => name === outcome) ?? ''
  return { outcome: known, fault: isRequest && known !== 'ok' && known !== 'cut' ? content : '' }
}

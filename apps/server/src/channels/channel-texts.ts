import { probeName, reasonText, type Probe } from '@weir/contract/channels/channel-test'
import type { Language } from '@weir/contract/errors'
import type { UpstreamFault } from '@weir/dialects/model/fault'

interface NamedChannel {
  readonly id: number
  readonly name: string
}

/** Rows of the log and notices are written once and read by everyone, so they are in the language of the console's default. */
const titleOf = ({ id, name }: NamedChannel): string => `渠道「${name}」（#${id}）`

const EVIDENCE: Readonly<Partial<Record<UpstreamFault, string>>> = {
  'bad-credential': '上游不接受该密钥，或其账号已停用（bad-credential）',
  'out-of-credit': '上游账号余额或额度不足（out-of-credit）',
}

export const evidenceText = (fault: UpstreamFault): string => EVIDENCE[fault] ?? fault

export const emptyBalanceText = (balance: number): string => `上游账号余额不足（${balance}）`

export const slowText = (ms: number, thresholdSeconds: number): string =>
  `响应时间 ${(ms / 1000).toFixed(2)} 秒，超过阈值 ${thresholdSeconds} 秒`

export const switchedOffText = (channel: NamedChannel, reason: string): string => `${titleOf(channel)}已被自动禁用：${reason}`

export const keyOffText = (channel: NamedChannel, keyId: number, reason: string): string =>
  `${titleOf(channel)}的密钥 #${keyId} 已被自动禁用，其余密钥继续使用：${reason}`

export const keyOnText = (channel: NamedChannel, keyId: number): string => `${titleOf(channel)}的密钥 #${keyId} 测试通过，已自动启用`

export const lastKeyText = (reason: string): string => `最后一个可用的密钥也失效了，${reason}`

export const switchedOnText = (channel: NamedChannel): string => `${titleOf(channel)}测试通过，已自动启用`

export const tooSlowText = (channel: NamedChannel, reason: string): string => `${titleOf(channel)}${reason}`

export const STATUS_CHANGED = '渠道状态变更提醒'
export const SLOW_CHANNEL = '渠道响应过慢提醒'
export const TEST_FINISHED = '渠道测试完成'

interface TestRow {
  readonly probe: Probe
  readonly isPassed: boolean
  readonly message: string
  /** What was given for this test alone. */
  readonly unsaved?: keyof typeof UNSAVED | undefined
  /** The number of one of several keys. */
  readonly keyId?: number | undefined
}

const UNSAVED = { key: '未保存的密钥', settings: '未保存的设置' } as const

export const testRowText = ({ probe, isPassed, message, unsaved, keyId }: TestRow): string => {
  const remarks = [
    ...(probe === 'text' ? [] : [probeName(probe, 'zh')]),
    ...(unsaved === undefined ? [] : [UNSAVED[unsaved]]),
    ...(keyId === undefined ? [] : [`密钥 #${keyId}`]),
  ]
  return `${isPassed ? '测试成功' : '测试失败'}${remarks.length > 0 ? `（${remarks.join('，')}）` : ''}：${message}`
}

export const testSummaryText = (total: number, failed: readonly NamedChannel[]): string =>
  `共测试 ${total} 个渠道，${total - failed.length} 个通过，${failed.length} 个未通过${failed.length > 0 ? `：${failed.map(titleOf).join('、')}` : ''}`

const BALANCE_REASONS: Readonly<Record<UpstreamFault, { readonly zh: string; readonly en: string }>> = {
  'bad-request': { zh: '上游不接受这个查询', en: 'the provider does not accept the question' },
  'bad-credential': { zh: '上游不允许用这个密钥查询余额', en: 'the provider does not tell it to this key' },
  'out-of-credit': { zh: '上游账号余额或额度不足', en: 'the account behind the key has no credit left' },
  forbidden: { zh: '上游不允许用这个密钥查询余额', en: 'the provider does not tell it to this key' },
  'rate-limited': { zh: '上游限制了请求频率，请稍后再试', en: 'the provider limits how often it is asked; try again later' },
  overloaded: { zh: '上游服务过载，请稍后再试', en: 'the provider is overloaded; try again later' },
  'not-found': {
    zh: '上游没有查询余额的接口；OpenAI 已不再支持用密钥查询余额',
    en: 'the provider has no such query; OpenAI no longer tells the balance of a key',
  },
  unreachable: { zh: '无法连接上游服务', en: 'the provider could not be reached' },
  'too-slow': { zh: '上游没有在限定时间内响应', en: 'the provider did not answer in time' },
  broken: { zh: '上游的回答中没有余额', en: 'the answer of the provider holds no balance' },
}

export const balanceReason = (fault: UpstreamFault, language: Language): string => BALANCE_REASONS[fault][language]

const NO_MODEL = { zh: '该渠道没有可供测试的对话模型', en: 'The channel lists no chat model that could be tested' }

export const noModelText = (probe: Probe, language: Language): string =>
  probe === 'text' ? NO_MODEL[language] : reasonText('no-model', language)

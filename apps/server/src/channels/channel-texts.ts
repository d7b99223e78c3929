import { probeName, reasonText, type Probe } from '@weir/contract/channel-test'
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

export const switchedOnText = (channel: NamedChannel): string => `${titleOf(channel)}测试通过，已自动启用`

export const tooSlowText = (channel: NamedChannel, reason: string): string => `${titleOf(channel)}${reason}`

export const STATUS_CHANGED = '渠道状态变更提醒'
export const SLOW_CHANNEL = '渠道响应过慢提醒'
export const TEST_FINISHED = '渠道测试完成'

interface TestRow {
  readonly probe: Probe
  readonly isPassed: boolean
  readonly message: string
  /** The key was given for this test alone. */
  readonly isKeyUnsaved: boolean
}

export const testRowText = ({ probe, isPassed, message, isKeyUnsaved }: TestRow): string => {
  const remarks = [...(probe === 'text' ? [] : [probeName(probe, 'zh')]), ...(isKeyUnsaved ? ['未保存的密钥'] : [])]
  return `${isPassed ? '测试成功' : '测试失败'}${remarks.length > 0 ? `（${remarks.join('，')}）` : ''}：${message}`
}

export const testSummaryText = (total: number, failed: readonly NamedChannel[]): string =>
  `共测试 ${total} 个渠道，${total - failed.length} 个通过，${failed.length} 个未通过${failed.length > 0 ? `：${failed.map(titleOf).join('、')}` : ''}`

const NO_MODEL = { zh: '该渠道没有可供测试的对话模型', en: 'The channel lists no chat model that could be tested' }

export const noModelText = (probe: Probe, language: Language): string =>
  probe === 'text' ? NO_MODEL[language] : reasonText('no-model', language)

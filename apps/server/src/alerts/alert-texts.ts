import type { AlertEvent } from '@weir/contract/alerts/alert'
import type { Language } from '@weir/contract/errors'
import type { AlertMessage, MessageContext, ToldAlert, ToldRule } from './message.ts'

/** A phone shows no more of a message. */
const MAX_LINES = 20
const ALERTS_PAGE = '/setting?tab=alerts'

const figure = (value: number): string => String(Math.round(value * 100) / 100)

/** `YYYY-MM-DD HH:mm` by the clocks of the operator. */
const timeText = (seconds: number, timeZone: string): string => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(seconds * 1000)
}

const durationText = (seconds: number, language: Language): string => {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [hours, days] = [Math.round(minutes / 60), Math.round(minutes / 1440)]
  if (minutes < 120) return language === 'zh' ? `${minutes} 分钟` : `${minutes} min`
  if (hours < 48) return language === 'zh' ? `${hours} 小时` : `${hours} h`
  return language === 'zh' ? `${days} 天` : `${days} days`
}

const numberIn = (subject: string): string => subject.split(' ')[1] ?? ''

const subjectText = ({ subject, subjectName: name }: ToldAlert, language: Language): string => {
  const isChinese = language === 'zh'
  switch (subject.split(' ')[0]) {
    case 'channel':
      return isChinese ? `渠道「${name}」（${numberIn(subject)}）` : `Channel "${name}" (${numberIn(subject)})`
    case 'budget':
      return isChinese ? `预算 ${numberIn(subject)}（${name}）` : `Budget ${numberIn(subject)} (${name})`
    case 'token':
      return isChinese ? `令牌「${name}」` : `Token "${name}"`
    case 'certificate':
      return isChinese ? `${name} 的证书` : `The certificate of ${name}`
    case 'log':
      return isChinese ? '日志数据库' : 'The database of the log'
    default:
      return isChinese ? '全部渠道' : 'All channels'
  }
}

const endText = (seconds: number, { language, timeZone, nowSeconds }: MessageContext): string => {
  const time = timeText(seconds, timeZone)
  if (seconds <= nowSeconds) return language === 'zh' ? `已于 ${time} 到期。` : ` ended on ${time}.`
  return language === 'zh' ? `将于 ${time} 到期。` : ` ends on ${time}.`
}

const firedText = (rule: ToldRule, alert: ToldAlert, context: MessageContext): string => {
  const { language, quotaText } = context
  const isChinese = language === 'zh'
  const subject = subjectText(alert, language)
  const { value, threshold } = alert
  const minutes = rule.windowMinutes
  switch (rule.kind) {
    case 'channel-off':
      return isChinese ? `${subject}已被自动禁用。` : `${subject} was switched off automatically.`
    case 'error-share':
      return isChinese
        ? `${subject}最近 ${minutes} 分钟的错误率为 ${figure(value)}%，阈值为 ${figure(threshold)}%。`
        : `${subject}: ${figure(value)} % of the requests of the last ${minutes} minutes failed; the threshold is ${figure(threshold)} %.`
    case 'balance-low':
      return isChinese
        ? `${subject}的余额为 ${figure(value)}，低于 ${figure(threshold)}。`
        : `${subject}: the balance is ${figure(value)}, below ${figure(threshold)}.`
    case 'spend-above':
      return isChinese
        ? `${subject}最近 ${minutes} 分钟的消费为 ${quotaText(value)}，超过 ${quotaText(threshold)}。`
        : `${subject}: ${quotaText(value)} were spent in the last ${minutes} minutes, more than ${quotaText(threshold)}.`
    case 'budget-reached':
      return isChinese
        ? `${subject}已用 ${figure(value)}%，阈值为 ${figure(threshold)}%。`
        : `${subject}: ${figure(value)} % used; the threshold is ${figure(threshold)} %.`
    case 'key-expiry':
    case 'certificate-expiry':
      return `${subject}${endText(value, context)}`
    case 'log-waiting': {
      const since = timeText(Date.parse(alert.subjectName) / 1000, context.timeZone)
      return isChinese
        ? `${subject}没有收下日志：${value} 条在主数据库中等待，最早的一条是 ${since} 的。`
        : `${subject} does not take rows: ${value} ${value === 1 ? 'waits' : 'wait'} in the main database, the oldest since ${since}.`
    }
  }
}

const resolvedText = (alert: ToldAlert, { language, nowSeconds }: MessageContext): string => {
  const duration = durationText((alert.resolvedAt ?? nowSeconds) - alert.openedAt, language)
  const subject = subjectText(alert, language)
  return language === 'zh' ? `${subject}：告警已解除，持续了 ${duration}。` : `${subject}: resolved after ${duration}.`
}

const pageOf = (rule: ToldRule, alerts: readonly ToldAlert[]): string => {
  const [first] = alerts
  if (alerts.length !== 1 || first === undefined || !first.subject.startsWith('channel ')) return ALERTS_PAGE
  return rule.kind === 'spend-above' ? '/statistics' : `/channel/edit/${numberIn(first.subject)}`
}

const linkOf = (address: string | undefined, page: string): string | undefined => (address === undefined ? undefined : `${address}${page}`)

interface Told {
  readonly event: AlertEvent
  readonly rule: ToldRule
  readonly alerts: readonly ToldAlert[]
}

export const alertMessage = ({ event, rule, alerts }: Told, context: MessageContext): AlertMessage => {
  const { language, systemName, address } = context
  const lines = alerts
    .slice(0, MAX_LINES)
    .map((alert) => (event === 'fired' ? firedText(rule, alert, context) : resolvedText(alert, context)))
  const more = alerts.length - lines.length
  if (more > 0) lines.push(language === 'zh' ? `还有 ${more} 项。` : `And ${more} more.`)
  const [fired, resolved] = language === 'zh' ? ['告警：', '告警解除：'] : ['alert: ', 'resolved: ']
  const title = `${systemName} ${event === 'fired' ? fired : resolved}${rule.name}`
  return { event, rule, alerts, title, lines, link: linkOf(address, pageOf(rule, alerts)) }
}

export const testMessage = ({ language, systemName, address }: MessageContext): AlertMessage => ({
  event: 'test',
  rule: undefined,
  alerts: [],
  title: language === 'zh' ? `${systemName} 告警：测试消息` : `${systemName} alert: test message`,
  lines: [language === 'zh' ? '能看到这条消息，说明告警可以送达这里。' : 'If you can read this, alerts reach this place.'],
  link: linkOf(address, ALERTS_PAGE),
})

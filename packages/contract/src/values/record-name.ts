/** What people call the things that have an id. */
const NAMES = {
  user: { zh: '用户', en: 'User' },
  token: { zh: '令牌', en: 'Token' },
  channel: { zh: '渠道', en: 'Channel' },
  key: { zh: '密钥', en: 'Key' },
  redemption: { zh: '兑换码', en: 'Redemption code' },
  log: { zh: '日志', en: 'Log entry' },
  filter: { zh: '筛选', en: 'Saved filter' },
  budget: { zh: '预算', en: 'Budget' },
  'alert-rule': { zh: '告警规则', en: 'Alert rule' },
  'alert-target': { zh: '告警接收方', en: 'Alert target' },
  group: { zh: '分组', en: 'Group' },
  price: { zh: '模型价格', en: 'Model price' },
  session: { zh: '会话', en: 'Session' },
  passkey: { zh: '通行密钥', en: 'Passkey' },
} as const

export type RecordName = keyof typeof NAMES

/** In the reader's language; a word that names no record stays as it is. */
export const recordName = (name: string, language: 'zh' | 'en'): string =>
  Object.hasOwn(NAMES, name) ? NAMES[name as RecordName][language] : name

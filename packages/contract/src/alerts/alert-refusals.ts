export const alertRefusals = {
  'alert-rule-limit': {
    status: 200,
    zh: '告警规则最多 {max} 条，请先删除一条',
    en: 'At most {max} alert rules are kept; delete one first',
  },
  'alert-target-limit': {
    status: 200,
    zh: '告警接收方最多 {max} 个，请先删除一个',
    en: 'At most {max} alert targets are kept; delete one first',
  },
} as const

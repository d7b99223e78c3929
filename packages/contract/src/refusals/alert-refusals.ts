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
  'alert-unreachable': {
    status: 200,
    zh: '无法连接 {address}，测试消息没有发出。请检查地址，并确认它没有被出站策略禁止',
    en: 'The test message was not sent: {address} could not be reached. Check the address, and that outbound calls to it are allowed',
  },
  'alert-refused': {
    status: 200,
    zh: '{address} 拒绝了测试消息：{reply}。请检查地址、密钥和机器人的安全设置',
    en: '{address} refused the test message: {reply}. Check the address, the secret and the security settings of the bot',
  },
} as const

export const chat = {
  'chat.title': '聊天',
  'chat.newTab': '在新标签页打开',
  'chat.none': '还没有设置聊天链接',
  'chat.noneHint': '管理员可以在运营设置中填写聊天链接。',
  'chat.toSetting': '前往运营设置',
} as const

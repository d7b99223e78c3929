import type { chat as zh } from '../zh/chat.ts'

export const chat: Readonly<Record<keyof typeof zh, string>> = {
  'chat.title': 'Chat',
  'chat.newTab': 'Open in a new tab',
  'chat.none': 'No chat link is set',
  'chat.noneHint': 'An administrator can set one in the operation settings.',
  'chat.toSetting': 'To the operation settings',
}

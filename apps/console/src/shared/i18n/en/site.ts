import type { site as zh } from '../zh/site.ts'

export const site: Readonly<Record<keyof typeof zh, string>> = {
  'content.frame': 'Content of {name}',
  'home.notice': 'Notice',
  'home.register': 'Register',

  'topup.title': 'Top-up',
  'topup.hint': 'Add quota with a code, or get one on the top-up page.',
  'topup.balance': 'Remaining quota',
  'topup.code': 'Redemption code',
  'topup.codePlaceholder': 'Type or paste the code',
  'topup.redeem': 'Redeem',
  'topup.buy': 'Get a code',
  'topup.buyHint': 'No code yet? Get one on the top-up page.',
  'topup.paste': 'Paste',
  'topup.pasteBlocked': 'The clipboard cannot be read, please paste by hand',
  'topup.empty': 'Please enter a top-up code',
  'topup.noLink': 'The super admin has not set a top-up link',
  'topup.lost': 'The request failed',
  'topup.done': 'Redeemed, {amount} added',
  'topup.history': 'Show past top-ups',

  'chat.title': 'Chat',
  'chat.newTab': 'Open in a new tab',
  'chat.none': 'No chat link is set',
  'chat.noneHint': 'An administrator can set one in the operation settings.',
  'chat.toSetting': 'To the operation settings',

  'banner.newVersion': 'The server is now at {version}. Reload the page to use the new console.',
}

import type { topup as zh } from '../zh/topup.ts'

export const topup: Readonly<Record<keyof typeof zh, string>> = {
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
  'topup.statement': 'Show monthly statements',
}

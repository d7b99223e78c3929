import type { userList as zh } from '../zh/user-list.ts'

export const userList: Readonly<Record<keyof typeof zh, string>> = {
  'user.balance': 'Balance',
  'user.balanceTitle': 'Adjust the balance of {name}',
  'user.balanceMode': 'Change',
  'user.balanceMode.add': 'Add',
  'user.balanceMode.subtract': 'Subtract',
  'user.balanceMode.override': 'Set to',
  'user.balanceAmount': 'Amount',
  'user.balanceReason': 'Reason',
  'user.balanceReasonHint': 'For example: invoice 2026-118',
  'user.balanceReasonHelp': 'Kept in the statement and the log of the user, who can read it.',
  'user.balanceNow': 'Balance now',
  'user.balanceThen': 'Afterwards',
  'user.balanceTooSmall': 'This is more than the balance. Subtract less, or set the balance instead.',
  'user.balanceOk.add': 'Add {amount}',
  'user.balanceOk.subtract': 'Subtract {amount}',
  'user.balanceOk.override': 'Set to {amount}',
}

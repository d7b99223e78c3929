/** The dialog for a balance. */
export const userList = {
  'user.balance': '余额',
  'user.balanceTitle': '调整「{name}」的余额',
  'user.balanceMode': '方式',
  'user.balanceMode.add': '增加',
  'user.balanceMode.subtract': '扣减',
  'user.balanceMode.override': '设为',
  'user.balanceAmount': '数额',
  'user.balanceReason': '原因',
  'user.balanceReasonHint': '例如：发票 2026-118',
  'user.balanceReasonHelp': '写入用户的账单和日志，用户可以看到。',
  'user.balanceNow': '当前余额',
  'user.balanceThen': '调整后',
  'user.balanceTooSmall': '扣减的数额超过当前余额。请少扣一些，或直接设定余额。',
  'user.balanceOk.add': '增加 {amount}',
  'user.balanceOk.subtract': '扣减 {amount}',
  'user.balanceOk.override': '设为 {amount}',
} as const

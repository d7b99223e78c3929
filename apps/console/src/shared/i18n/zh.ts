import { zhFirst } from './zh-first.ts'
import { alert } from './zh/alert.ts'
import { audit } from './zh/audit.ts'
import { budget } from './zh/budget.ts'
import { channelList } from './zh/channel-list.ts'
import { command } from './zh/command.ts'
import { dashboard } from './zh/dashboard.ts'
import { logEntry } from './zh/log-entry.ts'
import { playground } from './zh/playground.ts'
import { pricing } from './zh/pricing.ts'
import { redemption } from './zh/redemption.ts'
import { setting } from './zh/setting.ts'
import { setup } from './zh/setup.ts'
import { statement } from './zh/statement.ts'
import { statistics } from './zh/statistics.ts'
import { userList } from './zh/user-list.ts'

export const zh = {
  ...zhFirst,
  ...alert,
  ...audit,
  ...budget,
  ...channelList,
  ...command,
  ...dashboard,
  ...logEntry,
  ...playground,
  ...pricing,
  ...redemption,
  ...setting,
  ...setup,
  ...statement,
  ...statistics,
  ...userList,
} as const

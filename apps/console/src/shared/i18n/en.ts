import { alert } from './en/alert.ts'
import { about } from './en/about.ts'
import { account } from './en/account.ts'
import { audit } from './en/audit.ts'
import { auth } from './en/auth.ts'
import { budget } from './en/budget.ts'
import { channel } from './en/channel.ts'
import { channelList } from './en/channel-list.ts'
import { chat } from './en/chat.ts'
import { client } from './en/client.ts'
import { command } from './en/command.ts'
import { common } from './en/common.ts'
import { dashboard } from './en/dashboard.ts'
import { home } from './en/home.ts'
import { log } from './en/log.ts'
import { logEntry } from './en/log-entry.ts'
import { playground } from './en/playground.ts'
import { pricing } from './en/pricing.ts'
import { profile } from './en/profile.ts'
import { redemption } from './en/redemption.ts'
import { security } from './en/security.ts'
import { setting } from './en/setting.ts'
import { setup } from './en/setup.ts'
import { shell } from './en/shell.ts'
import { statement } from './en/statement.ts'
import { statistics } from './en/statistics.ts'
import { token } from './en/token.ts'
import { topup } from './en/topup.ts'
import { user } from './en/user.ts'
import { userList } from './en/user-list.ts'
import type { Dictionary } from './translate.ts'

export const en: Dictionary = {
  ...alert,
  ...about,
  ...account,
  ...audit,
  ...auth,
  ...budget,
  ...channel,
  ...channelList,
  ...chat,
  ...client,
  ...command,
  ...common,
  ...dashboard,
  ...home,
  ...log,
  ...logEntry,
  ...playground,
  ...pricing,
  ...profile,
  ...redemption,
  ...security,
  ...setting,
  ...setup,
  ...shell,
  ...statement,
  ...statistics,
  ...token,
  ...topup,
  ...user,
  ...userList,
}

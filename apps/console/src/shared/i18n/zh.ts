import { account } from './zh/account.ts'
import { auth } from './zh/auth.ts'
import { channel } from './zh/channel.ts'
import { common } from './zh/common.ts'
import { dashboard } from './zh/dashboard.ts'
import { home } from './zh/home.ts'
import { log } from './zh/log.ts'
import { setting } from './zh/setting.ts'
import { shell } from './zh/shell.ts'
import { site } from './zh/site.ts'
import { redemption } from './zh/redemption.ts'
import { token } from './zh/token.ts'
import { user } from './zh/user.ts'

export const zh = {
  ...common,
  ...shell,
  ...auth,
  ...home,
  ...channel,
  ...token,
  ...redemption,
  ...user,
  ...log,
  ...dashboard,
  ...account,
  ...setting,
  ...site,
} as const

import { account } from './en/account.ts'
import { auth } from './en/auth.ts'
import { channel } from './en/channel.ts'
import { common } from './en/common.ts'
import { dashboard } from './en/dashboard.ts'
import { home } from './en/home.ts'
import { log } from './en/log.ts'
import { setting } from './en/setting.ts'
import { shell } from './en/shell.ts'
import { site } from './en/site.ts'
import { redemption } from './en/redemption.ts'
import { token } from './en/token.ts'
import { user } from './en/user.ts'
import type { Dictionary } from './translate.ts'

export const en: Dictionary = {
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
}

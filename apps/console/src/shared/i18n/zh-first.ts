import { about } from './zh/about.ts'
import { account } from './zh/account.ts'
import { auth } from './zh/auth.ts'
import { channel } from './zh/channel.ts'
import { chat } from './zh/chat.ts'
import { client } from './zh/client.ts'
import { common } from './zh/common.ts'
import { home } from './zh/home.ts'
import { log } from './zh/log.ts'
import { profile } from './zh/profile.ts'
import { security } from './zh/security.ts'
import { shell } from './zh/shell.ts'
import { token } from './zh/token.ts'
import { topup } from './zh/topup.ts'
import { user } from './zh/user.ts'

/** What any page may need. Texts that a single page needs and that are many come with it, as `language.ts` says: the sign-in page stays small. */
export const zhFirst = {
  ...about,
  ...account,
  ...auth,
  ...channel,
  ...chat,
  ...client,
  ...common,
  ...home,
  ...log,
  ...profile,
  ...security,
  ...shell,
  ...token,
  ...topup,
  ...user,
} as const

import { auth } from './zh/auth.ts'
import { channel } from './zh/channel.ts'
import { common } from './zh/common.ts'
import { home } from './zh/home.ts'
import { log } from './zh/log.ts'
import { shell } from './zh/shell.ts'
import { token } from './zh/token.ts'

export const zh = { ...common, ...shell, ...auth, ...home, ...channel, ...token, ...log } as const

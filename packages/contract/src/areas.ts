import { Role } from './user.ts'

/** The parts of the console a role may or may not open. The server enforces its own rules on every call. */
const leastRole = {
  home: 'public',
  about: 'public',
  chat: 'public',
  // Where the operator allows it; the page and the server ask.
  pricing: 'public',
  playground: Role.user,
  token: Role.user,
  topup: Role.user,
  statement: Role.user,
  log: Role.user,
  dashboard: Role.user,
  statistics: Role.user,
  setting: Role.user,
  profile: Role.user,
  channel: Role.admin,
  redemption: Role.admin,
  user: Role.admin,
  options: Role.admin,
  audit: Role.root,
} as const satisfies Record<string, 'public' | number>

export type Area = keyof typeof leastRole

export const isPublicArea = (area: Area): boolean => leastRole[area] === 'public'

/** `undefined` is a visitor who has not signed in. */
export const canSee = (role: number | undefined, area: Area): boolean => {
  const least = leastRole[area]
  if (least === 'public') return true
  return role !== undefined && role >= least
}

/** Visitors see the entries of ordinary users as well: choosing one leads to the sign-in page. */
export const isInMenu = (role: number | undefined, area: Area): boolean => canSee(role ?? Role.user, area)

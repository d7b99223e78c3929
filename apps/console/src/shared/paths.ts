/** Every address inside the console. Features link through this table, never through texts of their own. */
export const paths = {
  home: '/',
  login: '/login',
  about: '/about',
  channel: '/channel',
  channelAdd: '/channel/add',
  channelEdit: (id: number | string) => `/channel/edit/${id}`,
  token: '/token',
  tokenAdd: '/token/add',
  tokenEdit: (id: number | string) => `/token/edit/${id}`,
  redemption: '/redemption',
  redemptionAdd: '/redemption/add',
  redemptionEdit: (id: number | string) => `/redemption/edit/${id}`,
  user: '/user',
  userAdd: '/user/add',
  userEdit: (id: number | string) => `/user/edit/${id}`,
  log: '/log',
  profile: '/user/edit',
} as const

export const LOGIN_EXPIRED = `${paths.login}?expired=true`

/** Where cancelling the own profile leads. */
export const AFTER_PROFILE = paths.token

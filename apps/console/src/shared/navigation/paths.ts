/** Every address inside the console. Features link through this table, never through texts of their own. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  reset: '/reset',
  resetConfirm: '/user/reset',
  oauthGithub: '/oauth/github',
  oauthLark: '/oauth/lark',
  oauthOidc: '/oauth/oidc',
  about: '/about',
  chat: '/chat',
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
  topup: '/topup',
  log: '/log',
  dashboard: '/dashboard',
  setting: '/setting',
  profile: '/user/edit',
} as const

export const LOGIN_EXPIRED = `${paths.login}?expired=true`

/** Where cancelling the own profile leads. */
export const AFTER_PROFILE = paths.setting

/** A tab of the settings, for links from elsewhere. */
export const settingTab = (tab: 'operation' | 'system' | 'other') => `${paths.setting}?tab=${tab}`

/** The log rows of redeemed codes. */
export const TOP_UP_LOG = `${paths.log}?type=1`

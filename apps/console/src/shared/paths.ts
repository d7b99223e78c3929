/** Every address inside the console. Features link through this table, never through texts of their own. */
export const paths = {
  home: '/',
  login: '/login',
  about: '/about',
  token: '/token',
  tokenAdd: '/token/add',
  tokenEdit: (id: number | string) => `/token/edit/${id}`,
  log: '/log',
  profile: '/user/edit',
} as const

export const LOGIN_EXPIRED = `${paths.login}?expired=true`

/** Where cancelling the own profile leads. */
export const AFTER_PROFILE = paths.token

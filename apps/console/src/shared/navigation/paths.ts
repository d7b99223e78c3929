import type { Area } from '@weir/contract/areas'

const unusual: Readonly<Partial<Record<Area, string>>> = { home: '/', profile: '/user/edit' }

/** The address of an area follows from its name. Features link through these three, never through texts of their own. */
export const pathOf = (area: Area): string => unusual[area] ?? `/${area}`

/** The form for a new record. */
export const addPathOf = (area: Area): string => `${pathOf(area)}/add`

/** The form of one record. */
export const editPathOf = (area: Area, id: number): string => `${pathOf(area)}/edit/${id}`

/** The form of a channel, ready for another key. */
export const keyPathOf = (id: number): string => `${editPathOf('channel', id)}?field=key`

/** The list of channels with the question where requests for a model go. */
export const routePathOf = (model: string): string => `${pathOf('channel')}?${new URLSearchParams({ route: model }).toString()}`

/** The pages around signing in, which belong to no area. */
export const authPaths = {
  login: '/login',
  register: '/register',
  reset: '/reset',
  resetConfirm: '/user/reset',
  oauthGithub: '/oauth/github',
  oauthLark: '/oauth/lark',
  oauthOidc: '/oauth/oidc',
} as const

/** The password was right; the second factor is asked for. */
export const LOGIN_SECOND_STEP = `${authPaths.login}?step=factor`
export const LOGIN_EXPIRED = `${authPaths.login}?expired=true`

/** A tab of the settings, for links from elsewhere. */
export const settingTab = (tab: 'operation' | 'system' | 'other') => `${pathOf('setting')}?tab=${tab}`

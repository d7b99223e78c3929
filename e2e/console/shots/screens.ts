/** Seen before anybody has signed in. */
export const OUTSIDE: readonly string[] = ['/login', '/register', '/reset']

export const INSIDE: readonly string[] = [
  '/',
  '/playground',
  '/channel',
  '/channel/add',
  '/channel/edit/1',
  '/channel?route=gpt-4o-mini',
  '/channel?keyword=nothing-has-this-name',
  '/token',
  '/token/add',
  '/token/edit/1',
  '/pricing',
  '/redemption',
  '/redemption/add',
  '/redemption/edit/1',
  '/user',
  '/user/add',
  '/user/edit/2',
  '/topup',
  '/statement',
  '/setting',
  '/setting?tab=operation',
  '/setting?tab=system',
  '/setting?tab=alerts',
  '/setting?tab=other',
  '/log',
  '/log?outcome=failed',
  '/log?entry=40',
  '/dashboard',
  '/statistics',
  '/statistics?by=model&sort=failures',
  '/audit',
  '/user/edit',
  '/about',
  '/no-such-page',
]

export interface Look {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  readonly lang: 'zh' | 'en'
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const
const [DESK, TABLET, , PHONE] = SIZES
const THEMES = ['light', 'dark'] as const
export const LANGUAGES = ['zh', 'en'] as const

export const EVERY_LOOK: readonly Look[] = LANGUAGES.flatMap((lang) =>
  THEMES.flatMap((theme) => SIZES.map((size) => ({ ...size, theme, lang }))),
)

/** Each width but one, each theme and each language once: what a state of a page breaks, it breaks in one of them. */
export const SOME_LOOKS: readonly Look[] = [
  { ...DESK, theme: 'light', lang: 'zh' },
  { ...TABLET, theme: 'dark', lang: 'en' },
  { ...PHONE, theme: 'light', lang: 'en' },
]

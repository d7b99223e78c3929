import { SIGNED_IN_PATHS, VISITOR_PATHS } from '../screen-paths.ts'

/** What a screen shows only with the data of the demonstration: something opened, sorted or looked for in vain. */
const VIEWS = [
  '/channel?route=gpt-4o-mini',
  '/channel?keyword=nothing-has-this-name',
  '/log?entry=40',
  '/statistics?by=model&sort=failures',
  '/about',
  '/no-such-page',
]

export const PATHS = { visitor: VISITOR_PATHS, root: [...SIGNED_IN_PATHS, ...VIEWS] } as const

export type Reader = keyof typeof PATHS

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

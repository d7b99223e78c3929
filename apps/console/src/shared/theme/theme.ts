import { theme as antdTheme, type ThemeConfig } from 'antd'
import { useEffect } from 'react'
import { useMedia } from '../browser/use-media.ts'
import { usePreference, useStatus } from '../session/use-session.ts'
import { themeChoiceOf, type ThemeChoice } from './theme-choice.ts'

export type ThemeName = 'light' | 'dark'

export const useThemeChoice = (): readonly [ThemeChoice, (choice: ThemeChoice) => void] => {
  const [stored, store] = usePreference('theme')
  return [themeChoiceOf(stored, useStatus()?.theme), store]
}

/** The theme in force. It is also written to the document, where the style sheet reads it. */
export const useThemeName = (): ThemeName => {
  const [choice] = useThemeChoice()
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  const name = choice === 'dark' || (choice === 'system' && systemIsDark) ? 'dark' : 'light'
  useEffect(() => {
    document.documentElement.dataset.theme = name
  }, [name])
  return name
}

const fontFamily =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'
const fontFamilyCode = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

const shared = {
  borderRadius: 6,
  fontFamily,
  fontFamilyCode,
  fontSize: 14,
  controlHeight: 36,
  motionDurationFast: '0.1s',
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.15s',
} as const

// The surfaces repeat the custom properties of app.css: Ant Design derives its shades from values, not from variables.
const themes: Readonly<Record<ThemeName, ThemeConfig>> = {
  light: {
    token: {
      ...shared,
      colorPrimary: '#0a6e8a',
      colorInfo: '#0a6e8a',
      colorLink: '#0a6e8a',
      colorTextBase: '#17242e',
      colorBgLayout: '#f3f6f8',
      colorBorder: '#c9d4db',
      colorBorderSecondary: '#e3e9ed',
      colorTextDescription: '#52646f',
      colorTextPlaceholder: '#5f707b',
      colorError: '#c4242b',
      controlItemBgActive: '#e8f3f6',
      controlItemBgActiveHover: '#d9ebf0',
    },
    components: { Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' } },
  },
  dark: {
    algorithm: antdTheme.darkAlgorithm,
    token: {
      ...shared,
      colorPrimary: '#4cc3e0',
      colorInfo: '#4cc3e0',
      colorLink: '#5fcbe5',
      colorTextBase: '#e6edf1',
      colorBgBase: '#10171c',
      colorBgLayout: '#10171c',
      colorBgContainer: '#172127',
      colorBgElevated: '#1f2b32',
      colorBorder: '#3a4a54',
      colorBorderSecondary: '#26333b',
      colorTextDescription: '#9fb0ba',
      colorTextPlaceholder: '#8497a2',
      colorTextLightSolid: '#08222b',
      // Ant Design darkens it: as text on a raised surface it needs this much light.
      colorError: '#ff868a',
      controlItemBgActive: '#1a313a',
      controlItemBgActiveHover: '#1f3b46',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Tooltip: { colorTextLightSolid: '#e6edf1' },
    },
  },
}

export const antdThemeFor = (name: ThemeName, isStill: boolean): ThemeConfig => ({
  ...themes[name],
  token: { ...themes[name].token, motion: !isStill },
  hashed: false,
})

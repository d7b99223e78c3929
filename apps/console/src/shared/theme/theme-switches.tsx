import { Button } from 'antd'
import { notify } from '../feedback/notify.ts'
import { chooseLanguage } from '../i18n/language.ts'
import type { Language } from '../i18n/translate.ts'
import { useLanguagePack } from '../i18n/use-text.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import type { ThemeChoice } from './theme-choice.ts'
import { useThemeChoice } from './theme.ts'

// Plain buttons that step through the choices: the sign-in page loads without the code of a menu.

const otherLanguage: Readonly<Record<Language, Language>> = { zh: 'en', en: 'zh' }

/** Shows the language it leads to, in that language. */
export const LanguageSwitch = () => {
  const { t, language } = useLanguagePack()
  const next = otherLanguage[language]
  return (
    <Button
      type="text"
      icon={<Icon name="language" size={20} />}
      title={t('language.label')}
      lang={next}
      onClick={() => void chooseLanguage(next).catch(() => notify.error(t('error.offline')))}
      data-testid="switch-language"
    >
      {t(`language.${next}`)}
    </Button>
  )
}

const themeIcons: Readonly<Record<ThemeChoice, IconName>> = { light: 'sun', dark: 'moon', system: 'screen' }
const nextTheme: Readonly<Record<ThemeChoice, ThemeChoice>> = { light: 'dark', dark: 'system', system: 'light' }

export const ThemeSwitch = () => {
  const { t } = useLanguagePack()
  const [choice, choose] = useThemeChoice()
  const label = t('theme.label', { current: t(`theme.${choice}`), next: t(`theme.${nextTheme[choice]}`) })
  return (
    <Button
      type="text"
      icon={<Icon name={themeIcons[choice]} size={20} />}
      aria-label={label}
      title={label}
      onClick={() => choose(nextTheme[choice])}
      data-testid="switch-theme"
    />
  )
}

import { canSee } from '@weir/contract/areas'
import { chooseLanguage } from '../../shared/i18n/language.ts'
import type { PlainKey } from '../../shared/i18n/translate.ts'
import { useLanguagePack } from '../../shared/i18n/use-text.ts'
import { zhFirst } from '../../shared/i18n/zh-first.ts'
import { authPaths, settingTab } from '../../shared/navigation/paths.ts'
import { useStatus, useUser } from '../../shared/session/use-session.ts'
import { useThemeChoice, useThemeName } from '../../shared/theme/theme.ts'
import type { MenuEntry } from '../menu.ts'
import { screens } from '../screens.ts'
import { useLogout } from '../use-logout.ts'
import type { Command } from './command.ts'
import { pagesFor, pagesOf } from './pages-for.ts'
import { wordsOf } from './command-names.ts'

const chinese: ReadonlyMap<string, string> = new Map(Object.entries(zhFirst))

/** Found by its Chinese name in English too. */
const aliasesOf = (id: string, label: PlainKey): readonly string[] => [chinese.get(label) ?? '', ...wordsOf(id)].filter(Boolean)

const pages = pagesOf(screens)

interface Commands {
  readonly pages: readonly Command[]
  readonly actions: readonly Command[]
}

/** What the reader may open and do, pages before actions. */
export const useCommands = (goTo: (path: string) => void): Commands => {
  const { t, language } = useLanguagePack()
  const user = useUser()
  const hasChat = Boolean(useStatus()?.chat_link)
  const logOut = useLogout()
  const [, chooseTheme] = useThemeChoice()
  const isDark = useThemeName() === 'dark'
  const other = language === 'zh' ? 'en' : 'zh'

  const page = ({ path, label, icon }: MenuEntry): Command => ({
    id: path,
    icon,
    label: t(label),
    aliases: aliasesOf(path, label),
    run: () => goTo(path),
  })
  const tab = (name: 'operation' | 'system' | 'other'): Command => ({
    id: `setting-${name}`,
    icon: 'gear',
    label: t(`command.setting.${name}`),
    aliases: wordsOf(`setting-${name}`),
    run: () => goTo(settingTab(name)),
  })
  const action = (id: string, icon: Command['icon'], { label, run }: Pick<Command, 'label' | 'run'>): Command => ({
    id,
    icon,
    label,
    aliases: wordsOf(id),
    run,
  })

  return {
    pages: [
      ...pagesFor(pages, user?.role, hasChat).map(page),
      ...(canSee(user?.role, 'options') ? (['operation', 'system', 'other'] as const).map(tab) : []),
    ],
    actions: [
      action('theme', isDark ? 'sun' : 'moon', {
        label: t(isDark ? 'command.light' : 'command.dark'),
        run: () => chooseTheme(isDark ? 'light' : 'dark'),
      }),
      action('language', 'language', { label: t('command.language'), run: () => void chooseLanguage(other) }),
      user === undefined
        ? action(authPaths.login, 'user', { label: t('nav.login'), run: () => goTo(authPaths.login) })
        : action('logout', 'user', { label: t('nav.logout'), run: logOut }),
    ],
  }
}

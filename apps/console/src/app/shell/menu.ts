import { isInMenu, type Area } from '@weir/contract/areas'
import type { MessageKey } from '../../shared/i18n/translate.ts'
import { paths } from '../../shared/navigation/paths.ts'
import type { IconName } from '../../shared/ui/icon/icon.tsx'

export interface NavEntry {
  readonly area: Area
  readonly path: string
  readonly label: Extract<MessageKey, `nav.${Area}`>
  readonly icon: IconName
}

/** In the product's order: home, chat, channel, token, redemption, top-up, user, log, dashboard, setting, about. */
const entries: readonly NavEntry[] = [
  { area: 'home', path: paths.home, label: 'nav.home', icon: 'home' },
  { area: 'chat', path: paths.chat, label: 'nav.chat', icon: 'chat' },
  { area: 'channel', path: paths.channel, label: 'nav.channel', icon: 'channel' },
  { area: 'token', path: paths.token, label: 'nav.token', icon: 'key' },
  { area: 'redemption', path: paths.redemption, label: 'nav.redemption', icon: 'ticket' },
  { area: 'topup', path: paths.topup, label: 'nav.topup', icon: 'wallet' },
  { area: 'user', path: paths.user, label: 'nav.user', icon: 'users' },
  { area: 'log', path: paths.log, label: 'nav.log', icon: 'list' },
  { area: 'dashboard', path: paths.dashboard, label: 'nav.dashboard', icon: 'dashboard' },
  { area: 'setting', path: paths.setting, label: 'nav.setting', icon: 'gear' },
  { area: 'about', path: paths.about, label: 'nav.about', icon: 'info' },
]

/** Chat has an entry only where the operator has set a link. */
export const menuFor = (role: number | undefined, hasChat: boolean): readonly NavEntry[] =>
  entries.filter(({ area }) => isInMenu(role, area) && (area !== 'chat' || hasChat))

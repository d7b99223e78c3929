import { NavLink, useLocation } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { useStatus, useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { menuFor, type MenuEntry } from '../menu.ts'
import classes from './nav-list.module.css'

interface Props {
  readonly menu: readonly MenuEntry[]
  readonly isCollapsed: boolean
  readonly onChoose?: () => void
}

export const NavList = ({ menu, isCollapsed, onChoose }: Props) => {
  const t = useText()
  const user = useUser()
  // The own profile lies below the list of users and is no part of it.
  const isProfile = useLocation().pathname === pathOf('profile')
  const hasChat = Boolean(useStatus()?.chat_link)
  return (
    <nav className={classes.nav} aria-label={t('nav.label')}>
      {menuFor(menu, user?.role, hasChat).map(({ area, path, label, icon, onPoint }) => (
        <NavLink
          key={area}
          to={path}
          end={path === pathOf('home') || (area === 'user' && isProfile)}
          className={classes.entry ?? ''}
          title={isCollapsed ? t(label) : undefined}
          aria-label={t(label)}
          onClick={onChoose}
          onPointerEnter={onPoint}
          onFocus={onPoint}
          data-testid={`nav-${area}`}
        >
          <Icon name={icon} size={20} />
          {!isCollapsed && t(label)}
        </NavLink>
      ))}
    </nav>
  )
}

import { Drawer } from 'antd'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { useIsNarrow, useMedia } from '../../shared/browser/use-media.ts'
import { ConfirmHost } from '../../shared/feedback/confirm-host.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { useCurrentPageTitle } from '../../shared/navigation/page-title.ts'
import { useShortcutKeys } from '../../shared/navigation/use-shortcuts.ts'
import { usePreference, useSystemName } from '../../shared/session/use-session.ts'
import { StepUpHost } from '../../shared/step-up/step-up-host.tsx'
import { Logo } from '../../shared/site/logo.tsx'
import { SiteFooter } from '../../shared/site/site-footer.tsx'
import { LanguageSwitch, ThemeSwitch } from '../../shared/theme/theme-switches.tsx'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { CommandButton } from '../commands/command-button.tsx'
import { Banners } from '../status/banners.tsx'
import { VersionNote } from '../status/version-note.tsx'
import { AccountLinks, UserMenu } from './account.tsx'
import classes from './layout.module.css'
import type { MenuEntry } from '../menu.ts'
import { NavList } from './nav-list.tsx'
import { ShortcutButton, ShortcutHelp } from './shortcut-help.tsx'

const Brand = () => {
  const name = useSystemName()
  return (
    <span className={classes.brand}>
      <Logo size={28} />
      <span className={classes.brandName} data-testid="system-name">
        {name}
      </span>
    </span>
  )
}

interface MenuProps {
  readonly menu: readonly MenuEntry[]
}

const SideNav = ({ menu }: MenuProps) => {
  const t = useText()
  const [stored, store] = usePreference('nav')
  const isTight = useMedia('(max-width: 960px)')
  const isCollapsed = stored === '' ? isTight : stored === 'collapsed'
  const label = t(isCollapsed ? 'nav.expand' : 'nav.collapse')
  return (
    <aside className={classes.side} data-collapsed={isCollapsed}>
      <Brand />
      <NavList menu={menu} isCollapsed={isCollapsed} />
      <div className={classes.sideEnd}>
        <button
          type="button"
          className={classes.fold}
          onClick={() => store(isCollapsed ? 'open' : 'collapsed')}
          aria-label={label}
          title={label}
        >
          <Icon name={isCollapsed ? 'expand' : 'collapse'} />
        </button>
        <ShortcutButton className={classes.fold} />
      </div>
    </aside>
  )
}

const NarrowNav = ({ menu }: MenuProps) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-label={t(isOpen ? 'nav.close' : 'nav.open')}
        onClick={() => setIsOpen(!isOpen)}
        data-testid="nav-toggle"
      >
        <Icon name={isOpen ? 'close' : 'menu'} size={22} />
      </button>
      <Drawer open={isOpen} onClose={close} placement="left" size={280} title={<Brand />} styles={{ body: { padding: 0 } }}>
        <div className={classes.drawer}>
          <NavList menu={menu} isCollapsed={false} onChoose={close} />
          <div className={classes.drawerEnd}>
            <AccountLinks onChoose={close} />
            <div className={classes.switches}>
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
          </div>
        </div>
      </Drawer>
    </>
  )
}

const Header = ({ menu, isNarrow }: MenuProps & { readonly isNarrow: boolean }) => {
  const title = useCurrentPageTitle()
  return (
    <header className={classes.header}>
      {isNarrow && <NarrowNav menu={menu} />}
      {isNarrow && <Logo size={24} />}
      <h1 className={classes.title}>{title}</h1>
      <VersionNote />
      <CommandButton />
      {!isNarrow && <LanguageSwitch />}
      {!isNarrow && <ThemeSwitch />}
      {!isNarrow && <UserMenu />}
    </header>
  )
}

export const Layout = ({ menu }: MenuProps) => {
  const t = useText()
  const isNarrow = useIsNarrow()
  useShortcutKeys()
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('nav.skip')}
      </a>
      {!isNarrow && <SideNav menu={menu} />}
      <div className={classes.page}>
        <Header menu={menu} isNarrow={isNarrow} />
        <Banners />
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
        <SiteFooter />
      </div>
      <ShortcutHelp />
      <ConfirmHost />
      <StepUpHost />
    </div>
  )
}

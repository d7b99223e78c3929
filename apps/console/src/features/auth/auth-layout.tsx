import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { useSystemName } from '../../shared/session/use-session.ts'
import { Logo } from '../../shared/site/logo.tsx'
import { SiteFooter } from '../../shared/site/site-footer.tsx'
import { LanguageSwitch, ThemeSwitch } from '../../shared/theme/theme-switches.tsx'
import classes from './auth-layout.module.css'
import { FlowingLines } from './flowing-lines.tsx'

/** The frame of all sign-in pages: the form on the left, flowing lines on the rest. */
export const AuthLayout = ({ children }: { readonly children: ReactNode }) => {
  const t = useText()
  const name = useSystemName()
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <header className={classes.header}>
          <Link to={pathOf('home')} className={classes.brand ?? ''}>
            <Logo size={28} />
            <span data-testid="system-name">{name}</span>
          </Link>
          <LanguageSwitch />
          <ThemeSwitch />
        </header>
        <main className={classes.main}>{children}</main>
        <SiteFooter />
      </div>
      <div className={classes.picture} aria-hidden="true">
        <FlowingLines />
        <p className={classes.tagline}>{t('login.tagline')}</p>
      </div>
    </div>
  )
}

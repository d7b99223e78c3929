import { Button } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { useUser } from '../../shared/session/use-session.ts'
import classes from './banners.module.css'
import { useServerStatus } from './boot.ts'

const OfflineBanner = () => {
  const t = useText()
  const { isFetching, refetch } = useServerStatus()
  return (
    <div className={classes.banner} role="status" data-testid="banner-offline">
      {t('state.offline')}
      <Button size="small" loading={isFetching} onClick={() => void refetch()} data-testid="btn-retry-status">
        {t('common.retry')}
      </Button>
    </div>
  )
}

const PasswordBanner = ({ reason }: { readonly reason: 'banner.givenPassword' | 'banner.defaultPassword' }) => {
  const t = useText()
  return (
    <div className={classes.banner} role="status" data-testid="banner-password">
      {t(reason)}
      <Link to={pathOf('profile')}>{t('banner.changePassword')}</Link>
    </div>
  )
}

/** Toasts stand below the bars, however many lines those take. */
const useKnownHeight = () => {
  const bars = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bars.current
    if (element === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--bars', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bars')
    }
  }, [])
  return bars
}

/** What stays true for a while: the server cannot be reached, or the password is not the reader's own. */
export const Banners = () => {
  const { isError } = useServerStatus()
  const user = useUser()
  const bars = useKnownHeight()
  return (
    <div ref={bars}>
      {isError && <OfflineBanner />}
      {user?.default_password === true && <PasswordBanner reason="banner.defaultPassword" />}
      {user?.must_change_password === true && <PasswordBanner reason="banner.givenPassword" />}
    </div>
  )
}

import { Button } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { clientVersion } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { useUser } from '../../shared/session/use-session.ts'
import classes from './banners.module.css'
import { useServerStatus } from './boot.ts'
import { isOtherVersion } from './console-version.ts'

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

const VersionBanner = ({ version }: { readonly version: string }) => {
  const t = useText()
  return (
    <div className={classes.banner} role="status" data-testid="banner-version">
      {t('banner.newVersion', { version })}
      <Button size="small" onClick={() => window.location.reload()} data-testid="btn-reload">
        {t('error.reload')}
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

/** Toasts stand below the bars, however many lines those take. A newer console can wait until a toast is gone. */
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

/** What stays true for a while: the server cannot be reached or is newer than this page, or the password is not the reader's own. */
export const Banners = () => {
  const { data, isError } = useServerStatus()
  const user = useUser()
  const version = data?.version ?? ''
  const bars = useKnownHeight()
  return (
    <>
      <div ref={bars}>
        {isError && <OfflineBanner />}
        {user?.default_password === true && <PasswordBanner reason="banner.defaultPassword" />}
        {user?.must_change_password === true && <PasswordBanner reason="banner.givenPassword" />}
      </div>
      {!isError && isOtherVersion(version, clientVersion) && <VersionBanner version={version} />}
    </>
  )
}

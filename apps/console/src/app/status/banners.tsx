import { Button } from 'antd'
import { clientVersion } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import classes from './banners.module.css'
import { useServerStatus } from './boot.ts'
import { isOtherVersion } from './console-version.ts'

/** Says that the server cannot be reached, as long as that is so, and that it is newer than this page. */
export const Banners = () => {
  const t = useText()
  const { data, isError, isFetching, refetch } = useServerStatus()
  if (isError) {
    return (
      <div className={classes.banner} role="status" data-testid="banner-offline">
        {t('state.offline')}
        <Button size="small" loading={isFetching} onClick={() => void refetch()} data-testid="btn-retry-status">
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  if (!isOtherVersion(data?.version, clientVersion)) return null
  return (
    <div className={classes.banner} role="status" data-testid="banner-version">
      {t('banner.newVersion', { version: data?.version ?? '' })}
      <Button size="small" onClick={() => window.location.reload()} data-testid="btn-reload">
        {t('error.reload')}
      </Button>
    </div>
  )
}

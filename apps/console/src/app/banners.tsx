import { Button } from 'antd'
import { useText } from '../shared/i18n/use-text.ts'
import classes from './banners.module.css'
import { useServerStatus } from './boot.ts'

/** Says that the server cannot be reached, as long as that is so. */
export const Banners = () => {
  const t = useText()
  const { isError, isFetching, refetch } = useServerStatus()
  if (!isError) return null
  return (
    <div className={classes.banner} role="status" data-testid="banner-offline">
      {t('state.offline')}
      <Button size="small" loading={isFetching} onClick={() => void refetch()} data-testid="btn-retry-status">
        {t('common.retry')}
      </Button>
    </div>
  )
}

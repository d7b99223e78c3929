import { Button } from 'antd'
import { clientVersion } from '../../shared/api/api-client.ts'
import { confirm } from '../../shared/feedback/confirm.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useServerStatus } from './boot.ts'
import { isOtherVersion } from './console-version.ts'
import classes from './version-note.module.css'

/**
 * The server has another console than this page. It is known late and can wait: it stands in the header, where the title makes room for it, and
 * moves nothing that the reader is about to press.
 */
export const VersionNote = () => {
  const t = useText()
  const { data, isError } = useServerStatus()
  const version = data?.version ?? ''
  const isOther = !isError && isOtherVersion(version, clientVersion)
  const told = t('banner.newVersion', { version })
  const offer = async () => {
    if (await confirm({ title: told, ok: t('error.reload'), cancel: t('banner.later') })) window.location.reload()
  }
  return (
    <span role="status">
      {isOther && (
        <Button
          type="link"
          size="small"
          className={classes.note ?? ''}
          aria-label={told}
          title={told}
          onClick={() => void offer()}
          data-testid="banner-version"
        >
          {t('banner.newConsole')}
        </Button>
      )}
    </span>
  )
}

import { Button } from 'antd'
import { useText } from '../../../shared/i18n/use-text.ts'
import { preferences } from '../../../shared/session/preferences.ts'
import { useStored } from '../../../shared/session/use-session.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import classes from './channel-list.module.css'

const TOPIC = 'channel-test'
const isDone = () => preferences.isPromptDone(TOPIC)

/** What surprises newcomers about balances and tests; gone for good once it is closed. */
export const ChannelNotice = () => {
  const t = useText()
  if (useStored(isDone)) return null
  return (
    <div className={classes.notice} role="note" data-testid="channel-notice">
      <Icon name="info" size={20} />
      <p>{t('channel.notice')}</p>
      <Button
        type="text"
        size="small"
        icon={<Icon name="close" size={16} />}
        aria-label={t('channel.noticeClose')}
        onClick={() => preferences.finishPrompt(TOPIC)}
        data-testid="btn-dismiss-notice"
      />
    </div>
  )
}

import { isAdmin } from '@weir/contract/user'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { settingTab } from '../../shared/navigation/paths.ts'
import { useStatus, useUser } from '../../shared/session/use-session.ts'
import { SiteFrame } from '../../shared/ui/html/server-text.tsx'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { State } from '../../shared/ui/page/state.tsx'

/** The operator's chat site inside the console; many refuse to be framed, so there is a way out. */
export const ChatPage = () => {
  const t = useText()
  const user = useUser()
  const link = useStatus()?.chat_link ?? ''
  if (!/^https?:\/\//.test(link)) {
    const action = user !== undefined && isAdmin(user.role) && <Link to={settingTab('operation')}>{t('chat.toSetting')}</Link>
    return (
      <>
        <State drawing="dry" title={t('chat.none')} hint={t('chat.noneHint')} action={action} testId="state-no-chat" />
      </>
    )
  }
  const newTab = (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {t('chat.newTab')}
    </a>
  )
  return (
    <>
      <PageHeader hint={new URL(link).host} action={newTab} />
      <SiteFrame address={link} title={t('chat.title')} height="window" />
    </>
  )
}

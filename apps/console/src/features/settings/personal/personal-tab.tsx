import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '../../../shared/i18n/use-text.ts'
import { pathOf } from '../../../shared/navigation/paths.ts'
import { useUser } from '../../../shared/session/use-session.ts'
import { OwnBudgets } from '../budgets/own-budgets.tsx'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import classes from '../layout/settings.module.css'
import { PasskeyList } from '../security/passkey-list.tsx'
import { SecondFactor } from '../security/second-factor.tsx'
import { SessionList } from '../security/session-list.tsx'
import { Bindings } from './bindings.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { MailChoices } from './mail-choices.tsx'
import { SystemToken } from './system-token.tsx'

export const PersonalTab = () => {
  const t = useText()
  const navigate = useNavigate()
  const user = useUser()
  const edit = (
    <Button onClick={() => void navigate(pathOf('profile'))} data-testid="btn-profile">
      {t('personal.profile')}
    </Button>
  )
  return (
    <div className={classes.surface}>
      <SettingSection name="account" title={t('personal.account')}>
        <SettingRow title={user?.username ?? ''} hint={t('personal.profileHint')} action={edit} />
        <SystemToken />
        <InvitationLink />
      </SettingSection>
      <OwnBudgets />
      <MailChoices />
      <SecondFactor />
      <PasskeyList />
      <SessionList />
      <Bindings />
      {user !== undefined && <DeleteAccount username={user.username} />}
    </div>
  )
}

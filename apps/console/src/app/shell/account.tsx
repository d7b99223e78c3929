import { getSelf } from '@weir/contract/user'
import { formatQuota } from '@weir/contract/values/format'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { authPaths, pathOf } from '../../shared/navigation/paths.ts'
import { useQuotaDisplay, useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { useLogout } from '../use-logout.ts'
import classes from './account.module.css'

export const UserMenu = () => {
  const t = useText()
  const user = useUser()
  const navigate = useNavigate()
  const logOut = useLogout()
  const [isOpen, setIsOpen] = useState(false)
  const display = useQuotaDisplay()
  const self = useEndpoint(getSelf, {}, { enabled: isOpen, isOptional: true })
  if (user === undefined) {
    return (
      <>
        <Button type="text" onClick={() => void navigate(authPaths.register)} data-testid="nav-register">
          {t('nav.register')}
        </Button>
        <Button type="primary" className={classes.login ?? ''} onClick={() => void navigate(authPaths.login)} data-testid="nav-login">
          {t('nav.login')}
        </Button>
      </>
    )
  }
  const go = (area: 'topup' | 'statement' | 'setting' | 'profile') => () => void navigate(pathOf(area))
  const items = [
    {
      key: 'balance',
      label: (
        <span className={classes.balance} data-testid="nav-balance">
          {t('nav.balance')}
          <span>{self.data ? formatQuota(self.data.quota, display) : '…'}</span>
        </span>
      ),
      onClick: go('topup'),
    },
    { type: 'divider' as const },
    { key: 'topup', label: t('topup.title'), onClick: go('topup') },
    { key: 'statement', label: <span data-testid="nav-statement">{t('statement.title')}</span>, onClick: go('statement') },
    { key: 'setting', label: t('setting.title'), onClick: go('setting') },
    { key: 'profile', label: <span data-testid="nav-profile">{t('nav.profile')}</span>, onClick: go('profile') },
    { type: 'divider' as const },
    { key: 'logout', label: <span data-testid="nav-logout">{t('nav.logout')}</span>, onClick: logOut },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight" onOpenChange={setIsOpen}>
      <Button type="text" className={classes.user ?? ''} aria-label={t('nav.userMenu', { name: user.username })} data-testid="nav-user">
        <Icon name="user" size={20} />
        <span className={classes.name}>{user.username}</span>
      </Button>
    </Dropdown>
  )
}

/** The same in the drawer of narrow screens, where the header has no room for it. */
export const AccountLinks = ({ onChoose }: { readonly onChoose: () => void }) => {
  const t = useText()
  const user = useUser()
  const navigate = useNavigate()
  const logOut = useLogout()
  const goTo = (path: string) => () => {
    onChoose()
    void navigate(path)
  }
  if (user === undefined) {
    return (
      <>
        <Button type="primary" block className={classes.drawerLink ?? ''} onClick={goTo(authPaths.login)} data-testid="nav-login">
          {t('nav.login')}
        </Button>
        <Button type="text" block className={classes.drawerLink ?? ''} onClick={goTo(authPaths.register)} data-testid="nav-register">
          {t('nav.register')}
        </Button>
      </>
    )
  }
  return (
    <>
      <div className={classes.drawerName} data-testid="nav-user">
        <Icon name="user" size={20} />
        {user.username}
      </div>
      <Button type="text" block className={classes.drawerLink ?? ''} onClick={goTo(pathOf('profile'))} data-testid="nav-profile">
        {t('nav.profile')}
      </Button>
      <Button type="text" block className={classes.drawerLink ?? ''} onClick={goTo(pathOf('statement'))} data-testid="nav-statement">
        {t('statement.title')}
      </Button>
      <Button
        type="text"
        block
        className={classes.drawerLink ?? ''}
        onClick={() => {
          onChoose()
          logOut()
        }}
        data-testid="nav-logout"
      >
        {t('nav.logout')}
      </Button>
    </>
  )
}

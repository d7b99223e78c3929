import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { authPaths, pathOf } from '../../shared/navigation/paths.ts'
import { useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { useLogout } from '../use-logout.ts'
import classes from './account.module.css'

export const UserMenu = () => {
  const t = useText()
  const user = useUser()
  const navigate = useNavigate()
  const logOut = useLogout()
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
  const items = [
    { key: 'profile', label: <span data-testid="nav-profile">{t('nav.profile')}</span>, onClick: () => void navigate(pathOf('profile')) },
    {
      key: 'statement',
      label: <span data-testid="nav-statement">{t('statement.title')}</span>,
      onClick: () => void navigate(pathOf('statement')),
    },
    { key: 'logout', label: <span data-testid="nav-logout">{t('nav.logout')}</span>, onClick: logOut },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
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

import type { SessionUser } from '@weir/contract/session'
import { useNavigate } from 'react-router'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { LOGIN_SECOND_STEP, pathOf } from '../../shared/navigation/paths.ts'
import { authSession } from '../../shared/session/auth-session.ts'

interface Options {
  /** Where a sign-in leads that leaves nothing to do. */
  readonly to: 'token' | 'home'
  /** The page of the sign-in is left out when going back. */
  readonly replace?: boolean
}

/** Where a sign-in goes on, whichever way it came: to what must be done first, or into the console. */
export const useEnter = ({ to, replace = false }: Options) => {
  const t = useText()
  const navigate = useNavigate()
  return (user: SessionUser, hasDefaultPassword = false) => {
    if (user.second_factor === 'awaited') {
      void navigate(LOGIN_SECOND_STEP, { replace: true })
      return
    }
    authSession.signIn(user)
    if (hasDefaultPassword) {
      void navigate(pathOf('profile'), { replace })
      notify.warning(t('login.defaultPassword'))
      return
    }
    if (user.second_factor === undefined) notify.success(t('login.done'))
    else notify.warning(t('factor.required'))
    void navigate(pathOf(user.second_factor === undefined ? to : 'setting'), { replace })
  }
}

import { canSee, isPublicArea, type Area } from '@weir/contract/areas'
import { Fragment, type ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import { useText } from '../shared/i18n/use-text.ts'
import { usePageTitle } from '../shared/navigation/page-title.ts'
import { authPaths, LOGIN_EXPIRED, pathOf } from '../shared/navigation/paths.ts'
import { authSession } from '../shared/session/auth-session.ts'
import { useUser } from '../shared/session/use-session.ts'
import { State } from '../shared/ui/page/state.tsx'

const ForbiddenPage = () => {
  const t = useText()
  usePageTitle(t('state.forbidden'))
  return (
    <State
      drawing="gate"
      title={t('state.forbidden')}
      hint={t('state.forbiddenHint')}
      action={<Link to={pathOf('home')}>{t('common.home')}</Link>}
      testId="state-forbidden"
    />
  )
}

/** Looks at the stored user only. The server decides again on every call. */
export const Guard = ({ area, children }: { readonly area: Area; readonly children: ReactNode }) => {
  const user = useUser()
  if (user === undefined && !isPublicArea(area)) return <Navigate to={authSession.hasExpired() ? LOGIN_EXPIRED : authPaths.login} replace />
  // What was opened, chosen or typed under one account is not shown to the next.
  return canSee(user?.role, area) ? <Fragment key={user?.id}>{children}</Fragment> : <ForbiddenPage />
}

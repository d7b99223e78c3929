import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../feedback/confirm.ts'
import { t } from '../i18n/language.ts'
import { authSession } from '../session/auth-session.ts'

/** Asks once before a changed form is left. An expired session may always leave: the draft is still there after signing in again. */
export const useUnsavedGuard = (isDirty: RefObject<boolean>): void => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current && authSession.user() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: t('form.unsavedTitle'),
      hint: t('form.unsavedHint'),
      ok: t('form.unsaved'),
      cancel: t('form.stay'),
      isDangerous: true,
    }).then((isLeaving) => (isLeaving ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}

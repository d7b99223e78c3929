import { useEffect } from 'react'
import { useBlocker, type Location } from 'react-router'
import { confirm } from '../feedback/confirm.ts'
import { t } from '../i18n/language.ts'
import { authSession } from '../session/auth-session.ts'

interface Guard {
  /** Asked at the moment of leaving. */
  readonly hasChanges: () => boolean
  /** Whether the way from one address to the other leaves the form. */
  readonly isLeaving?: (from: Location, to: Location) => boolean
}

const leavesPage: NonNullable<Guard['isLeaving']> = (from, to) => from.pathname !== to.pathname

/** Asks once before changes are left behind. An expired session may always leave: nothing could be saved any more. */
export const useUnsavedGuard = ({ hasChanges, isLeaving = leavesPage }: Guard): void => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => authSession.user() !== undefined && isLeaving(currentLocation, nextLocation) && hasChanges(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: t('form.unsavedTitle'),
      hint: t('form.unsavedHint'),
      ok: t('form.unsaved'),
      cancel: t('form.stay'),
      isDangerous: true,
    }).then((isGoing) => (isGoing ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}

import { useCallback, useState } from 'react'
import { notify } from '../feedback/notify.ts'
import { useText } from '../i18n/use-text.ts'
import { useStatus } from '../session/use-session.ts'

export interface HumanCheck {
  readonly siteKey: string | undefined
  /** Changes when a token was used up: the widget then starts again. */
  readonly round: number
  readonly setToken: (token: string) => void
  /** The token to send, `''` while the check is off; `undefined` after telling the reader to wait. */
  readonly take: () => string | undefined
  /** A token counts once, whatever the server said. */
  readonly renew: () => void
}

/** The human check of a form: nothing while it is off. */
export const useHumanCheck = (): HumanCheck => {
  const t = useText()
  const status = useStatus()
  const [token, setToken] = useState('')
  const [round, setRound] = useState(0)
  const isOn = status?.turnstile_check === true
  const renew = useCallback(() => {
    setToken('')
    setRound((current) => current + 1)
  }, [])
  const take = () => {
    if (!isOn) return ''
    if (token !== '') return token
    notify.info(t('human.wait'))
    return undefined
  }
  return { siteKey: isOn ? (status.turnstile_site_key ?? '') : undefined, round, setToken, take, renew }
}

import { sendVerification } from '@weir/contract/account'
import { useAction } from '../api/use-endpoint.ts'
import { RESEND_SECONDS, useCountdown } from '../browser/use-countdown.ts'
import type { HumanCheck } from './use-human-check.ts'

/** Mails a code to an address, at most every half minute. An empty address is left alone. */
export const useMailCode = (check: HumanCheck) => {
  const { left, start } = useCountdown(RESEND_SECONDS)
  const { mutate, isPending } = useAction(sendVerification, { success: 'register.codeSent', onDone: start })
  const send = (address: string) => {
    const email = address.trim()
    if (email === '' || left > 0) return
    const turnstile = check.take()
    if (turnstile !== undefined) mutate({ query: { email, turnstile } }, { onSettled: check.renew })
  }
  return { send, left, isSending: isPending }
}

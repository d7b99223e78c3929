import { UNSET_SERVER_ADDRESS } from '@weir/contract/status'
import type { StatusReply } from '../ask-status.ts'
import { fault, ok, warning, type Finding } from '../finding.ts'

const SUBJECT = 'public address'
const DAY_MS = 86_400_000
/** Certificates are renewed a month before their end where that is done by a program. */
const SOON_MS = 14 * DAY_MS
const SET = 'set the server address in the console, under Settings'
const PROXY = 'see docs/reverse-proxy.md'

/** What came of asking this installation through its public address. */
export type PublicReading =
  | { readonly kind: 'unset' }
  | { readonly kind: 'failed'; readonly reason: string; readonly isLate: boolean; readonly isServerRunning: boolean }
  | {
      readonly kind: 'answered'
      readonly reply: StatusReply
      /** The address leads to this machine by its loopback, with nothing in between. */
      readonly isLoopback: boolean
      readonly certificateEnd: number | undefined
      /** Whether a call from outside was taken for one from this machine; undefined when that cannot be told. */
      readonly isTakenForLocal: boolean | undefined
    }

interface Judged {
  readonly address: string
  readonly systemName: string
  readonly now: number
}

const notThisOne = (reply: StatusReply, { address, systemName }: Judged): Finding | undefined => {
  const { status, location, weir } = reply
  if (status >= 300 && status < 400)
    return warning(SUBJECT, `${address} sends callers on to ${location ?? 'nowhere'}`, `${SET}, to the address where it ends`)
  if (status !== 200 || weir === undefined)
    return fault(
      SUBJECT,
      `${address} answers ${status}, and not as Weir does`,
      `let the proxy pass every path on to this server, ${PROXY}; or ${SET}`,
    )
  if (weir.serverAddress === UNSET_SERVER_ADDRESS && weir.systemName === systemName)
    return warning(
      SUBJECT,
      `the server at ${address} does not tell visitors this address: the super admin has not saved it, or another installation answers`,
      'save the server address as the super admin, under Settings, and run this again',
    )
  if (weir.serverAddress !== address || weir.systemName !== systemName)
    return fault(
      SUBJECT,
      `at ${address} another installation answers: ${weir.systemName}, which calls itself ${weir.serverAddress}`,
      `${SET}, or let the name lead to this machine`,
    )
  return undefined
}

const checkCertificate = (end: number | undefined, { address, now }: Judged): readonly Finding[] => {
  if (end === undefined) return []
  const seen = `that of ${address} ends on ${new Date(end).toISOString().slice(0, 10)}`
  return [end - now < SOON_MS ? warning('certificate', seen, 'renew it, and see why that was not done by itself') : ok('certificate', seen)]
}

const checkHeaders = (reading: Extract<PublicReading, { kind: 'answered' }>, isHttps: boolean): Finding => {
  const subject = 'proxy headers'
  if (reading.isTakenForLocal === true && !reading.isLoopback)
    return fault(
      subject,
      'callers from outside are taken for this machine, and /metrics is open to them: the proxy sends no X-Forwarded-For',
      `let the proxy send X-Forwarded-For and X-Forwarded-Proto, and set TRUSTED_PROXIES to its address; ${PROXY}`,
    )
  if (isHttps && !reading.reply.isSecure)
    return warning(
      subject,
      'X-Forwarded-For and X-Forwarded-Proto are not sent or not believed: all callers have one address, and cookies are not marked as secure',
      `let the proxy send both, and set TRUSTED_PROXIES to its address; ${PROXY}`,
    )
  return ok(subject, isHttps ? 'the proxy is believed' : 'nothing to see over http')
}

const failed = ({ reason, isLate, isServerRunning }: Extract<PublicReading, { kind: 'failed' }>, address: string): Finding => {
  if (!isServerRunning)
    return warning(SUBJECT, `${address} does not answer (${reason}), and no server runs here`, 'start the server and run this again')
  const remedy = `check that the name leads here, that the proxy runs and that its certificate is valid, ${PROXY}; or ${SET}`
  return isLate
    ? warning(
        SUBJECT,
        `${address} does not answer this machine (${reason})`,
        `try it from another machine: some networks do not lead back to themselves; otherwise ${remedy}`,
      )
    : fault(SUBJECT, `${address} does not answer (${reason})`, remedy)
}

export const checkPublicAddress = (reading: PublicReading, judged: Judged): readonly Finding[] => {
  switch (reading.kind) {
    case 'unset':
      return [warning(SUBJECT, 'not set: links in mails and sign-in through others do not work', SET)]
    case 'failed':
      return [failed(reading, judged.address)]
    case 'answered': {
      const other = notThisOne(reading.reply, judged)
      if (other !== undefined) return [other]
      const isHttps = judged.address.startsWith('https:')
      return [
        isHttps || reading.isLoopback
          ? ok(SUBJECT, `${judged.address} leads here`)
          : warning(
              SUBJECT,
              `${judged.address} leads here without encryption: passwords and keys can be read on the way`,
              `put a proxy with a certificate in front, ${PROXY}`,
            ),
        ...checkCertificate(reading.certificateEnd, judged),
        checkHeaders(reading, isHttps),
      ]
    }
  }
}

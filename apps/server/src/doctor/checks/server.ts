import { createCheckedFetch } from '../../net/checked-fetch.ts'
import { createOutboundPolicy } from '../../net/outbound-policy.ts'
import { askStatus } from '../ask-status.ts'
import { fault, ok, reasonOf, type Finding } from '../finding.ts'
import { CHECK_LIMIT_MS, within } from '../within.ts'

const SUBJECT = 'server'
/** How the platform says that nobody listens. */
const NOBODY = new Set(['ConnectionRefused', 'ECONNREFUSED'])

/** What answers where the server of this installation should. */
export type ServerReading =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'weir'; readonly version: string; readonly readiness: { readonly status: number; readonly text: string } }
  | { readonly kind: 'another'; readonly status: number }
  | { readonly kind: 'silent'; readonly reason: string }

export const readServer = async (address: string): Promise<ServerReading> => {
  const fetch = createCheckedFetch(createOutboundPolicy([], Date.now))
  try {
    const { status, weir } = await askStatus(address, fetch)
    if (weir === undefined) return { kind: 'another', status }
    const ready = await within(fetch(new URL(`${address}/readyz`), { headers: {}, signal: AbortSignal.timeout(CHECK_LIMIT_MS) }))
    return { kind: 'weir', version: weir.version, readiness: { status: ready.status, text: (await ready.text()).trim() } }
  } catch (error) {
    const reason = reasonOf(error)
    return NOBODY.has(reason) ? { kind: 'nobody' } : { kind: 'silent', reason }
  }
}

export const checkServer = (reading: ServerReading, address: string): Finding => {
  switch (reading.kind) {
    case 'nobody':
      return ok(SUBJECT, `none runs at ${address}`)
    case 'another':
      return fault(SUBJECT, `at ${address} another program answers (${reading.status})`, 'stop that program, or set PORT')
    case 'silent':
      return fault(
        SUBJECT,
        `${address} takes calls and does not answer (${reading.reason})`,
        'read the log of the server and restart it; or another program has its port: set PORT',
      )
    case 'weir': {
      const { status, text } = reading.readiness
      return status === 200
        ? ok(SUBJECT, `${address} is ${text}`)
        : fault(
            SUBJECT,
            `${address} serves nothing: ${text}`,
            'see what is said of database, rights and disk; a server that is stopping ends by itself',
          )
    }
  }
}

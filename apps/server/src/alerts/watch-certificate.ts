import type { AddressesOf } from '../net/outbound-policy.ts'
import { readCertificateEnd } from '../net/certificate-end.ts'
import { hasServerAddress, serverAddress } from '../mail/server-address.ts'
import type { Settings } from '../settings/settings.ts'

const TIMEOUT_MS = 5000
const KEPT_MS = 3_600_000

export interface WatchedCertificate {
  readonly host: string
  /** Epoch seconds. */
  readonly endsAt: number
}

interface Options {
  readonly settings: () => Settings
  readonly addressesOf: AddressesOf
  readonly clock: () => number
}

/** The certificate that visitors of this server are shown. Asked for once an hour; throws when it cannot be had. */
export const createWatchCertificate = ({ settings, addressesOf, clock }: Options): (() => Promise<WatchedCertificate | undefined>) => {
  let kept: { readonly address: string; readonly until: number; readonly found: WatchedCertificate | undefined } | undefined
  return async () => {
    const address = serverAddress(settings())
    if (!hasServerAddress(settings()) || !address.startsWith('https:')) return undefined
    if (kept?.address === address && kept.until > clock()) return kept.found
    const url = new URL(address)
    const [first = url.hostname] = await addressesOf(url)
    const end = await readCertificateEnd(url, first, AbortSignal.timeout(TIMEOUT_MS))
    const found = end === undefined ? undefined : { host: url.host, endsAt: Math.floor(end / 1000) }
    kept = { address, until: clock() + KEPT_MS, found }
    return found
  }
}

import { readCertificateEnd } from '../net/certificate-end.ts'
import { createCheckedFetch } from '../net/checked-fetch.ts'
import { isLoopback } from '../net/ip-address.ts'
import type { AddressesOf } from '../net/outbound-policy.ts'
import { askStatus } from './ask-status.ts'
import type { PublicReading } from './checks/public-address.ts'
import { reasonOf } from './finding.ts'
import { CHECK_LIMIT_MS, TookTooLong, within } from './within.ts'

const isLate = (error: unknown): boolean => error instanceof TookTooLong || (error instanceof Error && error.name === 'TimeoutError')

interface Asked {
  /** Empty when the option is not set. */
  readonly address: string
  readonly addressesOf: AddressesOf
  readonly isServerRunning: boolean
  /** Without a token of its own /metrics is for this machine alone, and so tells whom the server takes a caller for. */
  readonly isMetricsLocal: boolean
}

/** Asks this installation from outside, as a caller would. */
export const readPublicAddress = async ({ address, addressesOf, isServerRunning, isMetricsLocal }: Asked): Promise<PublicReading> => {
  if (address === '') return { kind: 'unset' }
  const fetch = createCheckedFetch(addressesOf)
  const url = new URL(address)
  try {
    const reply = await askStatus(address, fetch)
    const addresses = await addressesOf(url)
    const isHttps = url.protocol === 'https:'
    const metrics = isMetricsLocal
      ? await within(fetch(new URL(`${address}/metrics`), { headers: {}, signal: AbortSignal.timeout(CHECK_LIMIT_MS) }))
      : undefined
    return {
      kind: 'answered',
      reply,
      isLoopback: addresses.every(isLoopback),
      certificateEnd: isHttps ? await within(readCertificateEnd(url, addresses[0] ?? url.hostname)) : undefined,
      isTakenForLocal: metrics === undefined ? undefined : metrics.status === 200,
    }
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error), isLate: isLate(error), isServerRunning }
  }
}

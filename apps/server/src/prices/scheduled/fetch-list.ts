import { createCheckedFetch } from '../../net/checked-fetch.ts'
import { limitedText } from '../../net/limited-text.ts'
import type { AddressesOf } from '../../net/outbound-policy.ts'

/** As much as the console's import takes. */
const MAX_BYTES = 4_000_000
const TIMEOUT_MS = 30_000

/** Why there is no list, in words for root. */
export class ListUnavailable extends Error {
  override readonly name = 'ListUnavailable'
}

export type FetchList = (address: string) => Promise<string>

const unreachable = (cause: unknown): ListUnavailable => {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  return new ListUnavailable(isLate ? `no answer within ${TIMEOUT_MS / 1000} s` : 'the address cannot be reached', { cause })
}

/** Under the policy of addresses that holds for upstreams; redirects are not followed. */
export const createFetchList = (addressesOf: AddressesOf): FetchList => {
  const checkedFetch = createCheckedFetch(addressesOf)
  return async (address) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const read = async (): Promise<{ readonly status: number; readonly text: string | undefined }> => {
      const response = await checkedFetch(new URL(address), { headers: { accept: 'application/json', 'user-agent': 'weir' }, signal })
      return { status: response.status, text: await limitedText(response, MAX_BYTES) }
    }
    const { status, text } = await read().catch((cause: unknown) => {
      throw unreachable(cause)
    })
    if (status !== 200) throw new ListUnavailable(`it answered ${status}`)
    if (text === undefined) throw new ListUnavailable(`it is larger than ${MAX_BYTES} bytes`)
    return text
  }
}

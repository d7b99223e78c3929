import { parseJson } from '@weir/contract/values/json'
import { z } from 'zod'
import type { CheckedFetch } from '../net/checked-fetch.ts'
import { CHECK_LIMIT_MS, within } from './within.ts'

const told = z.object({ data: z.object({ version: z.string(), system_name: z.string(), server_address: z.string() }) })

export interface StatusReply {
  readonly status: number
  readonly location: string | null
  /** Whether the server knows that it was called over https. */
  readonly isSecure: boolean
  /** Undefined when it is not Weir that answers. */
  readonly weir: { readonly version: string; readonly systemName: string; readonly serverAddress: string } | undefined
}

/** What the server at an address says of itself to everyone. */
export const askStatus = async (address: string, fetch: CheckedFetch): Promise<StatusReply> => {
  const call = async (): Promise<StatusReply> => {
    const reply = await fetch(new URL(`${address}/api/status`), { headers: {}, signal: AbortSignal.timeout(CHECK_LIMIT_MS) })
    const parsed = told.safeParse(parseJson(await reply.text()))
    const data = parsed.data?.data
    return {
      status: reply.status,
      location: reply.headers.get('location'),
      isSecure: reply.headers.has('strict-transport-security'),
      weir: data && { version: data.version.replace(/^v/, ''), systemName: data.system_name, serverAddress: data.server_address },
    }
  }
  return await within(call())
}

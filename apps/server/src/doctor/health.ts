import { CommandError } from '../commands.ts'
import type { Config } from '../config.ts'
import { createCheckedFetch } from '../net/checked-fetch.ts'
import { createOutboundPolicy } from '../net/outbound-policy.ts'
import { reasonOf } from './finding.ts'
import { localAddress } from './local-address.ts'
import { CHECK_LIMIT_MS } from './within.ts'

/** For the health check of a container, whose image has no other program that could ask. */
export const askHealth = async (config: Pick<Config, 'host' | 'port'>): Promise<string> => {
  const address = localAddress(config)
  // The platform's own fetch would go through the proxy that the environment names, even to this machine.
  const fetch = createCheckedFetch(createOutboundPolicy([], Date.now))
  let response: Awaited<ReturnType<typeof fetch>>
  try {
    response = await fetch(new URL(`${address}/readyz`), { headers: {}, signal: AbortSignal.timeout(CHECK_LIMIT_MS) })
  } catch (error) {
    throw new CommandError(`${address} does not answer (${reasonOf(error)}): is the server started, with this PORT and HOST?`)
  }
  const text = (await response.text()).trim()
  if (response.status !== 200) throw new CommandError(`${address} is not ready (${response.status}): ${text.slice(0, 200)}`)
  return text
}

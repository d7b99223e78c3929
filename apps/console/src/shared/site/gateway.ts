import { stripTrailingSlash } from '@weir/contract/values/format'
import { UNSET_SERVER_ADDRESS } from '@weir/contract/status'
import { useStatus } from '../session/use-session.ts'

const KEY_PREFIX = 'sk-'

/** The address programs should call: what the operator set, or the page's own origin. */
export const serverAddressOf = (configured: string | undefined, origin: string): string =>
  stripTrailingSlash(configured === UNSET_SERVER_ADDRESS ? origin : configured || origin)

export const apiBaseUrlOf = (serverAddress: string): string => `${serverAddress}/v1`

export const fullKey = (key: string): string => (key.startsWith(KEY_PREFIX) ? key : `${KEY_PREFIX}${key}`)

export const maskedKey = (key: string): string => `${KEY_PREFIX}••••••••${fullKey(key).slice(-4)}`

export const useServerAddress = (): string => serverAddressOf(useStatus()?.server_address, window.location.origin)

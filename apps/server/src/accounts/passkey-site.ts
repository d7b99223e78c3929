import { Refusal } from '@weir/contract/errors'
import ipaddr from 'ipaddr.js'
import { hasServerAddress, serverAddress } from '../mail/server-address.ts'
import type { Settings } from '../settings/settings.ts'

/** Where passkeys are made and shown. */
export interface PasskeySite {
  readonly rpId: string
  readonly origins: readonly string[]
}

const unbracketed = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The option first: the host of a request is written by its sender. Without it either scheme will do, since a proxy may speak TLS for us;
 * browsers make passkeys over plain HTTP for localhost alone.
 */
export const passkeySite = (settings: Settings, host: string): PasskeySite => {
  const secure = URL.parse(hasServerAddress(settings) ? serverAddress(settings) : `https://${host}`)
  if (secure === null || ipaddr.isValid(unbracketed(secure.hostname)))
    throw new Refusal('passkey-domain', { host: secure?.hostname ?? host })
  const origins = hasServerAddress(settings) ? [secure.origin] : [secure.origin, new URL(`http://${host}`).origin]
  return { rpId: secure.hostname, origins }
}

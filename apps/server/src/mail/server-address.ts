import { Refusal } from '@weir/contract/errors'
import { stripTrailingSlash } from '@weir/contract/values/format'
import { UNSET_SERVER_ADDRESS } from '@weir/contract/status'
import { log } from '../process/log.ts'
import type { Settings } from '../settings/settings.ts'

const configured = (settings: Settings): string => stripTrailingSlash(settings.text('ServerAddress').trim())

/** A link with the default would lead every reader to a machine of their own. */
export const hasServerAddress = (settings: Settings): boolean => !['', UNSET_SERVER_ADDRESS].includes(configured(settings))

/** For a mail that is nothing without its link. The log tells the administrator what to set. */
export const requireServerAddress = (settings: Settings): void => {
  if (hasServerAddress(settings)) return
  log.error('a mail was refused: set ServerAddress in the system settings')
  throw new Refusal('server-address-unset')
}

/** Links in mails and return addresses come from this option alone: the header of a request is written by its sender. */
export const serverAddress = (settings: Settings): string => configured(settings) || UNSET_SERVER_ADDRESS

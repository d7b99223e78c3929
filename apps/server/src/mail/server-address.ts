import { stripTrailingSlash } from '@weir/contract/values/format'
import { UNSET_SERVER_ADDRESS } from '@weir/contract/status'
import type { Settings } from '../settings/settings.ts'

/** Links in mails and return addresses come from this option alone: the header of a request is written by its sender. */
export const serverAddress = (settings: Settings): string =>
  stripTrailingSlash(settings.text('ServerAddress').trim()) || UNSET_SERVER_ADDRESS

import { stripTrailingSlash } from '@weir/contract/format'
import type { Settings } from './settings.ts'

const UNTIL_IT_IS_SET = 'http://localhost:3000'

/** Links in mails and return addresses come from this option alone: the header of a request is written by whoever sends it. */
export const serverAddress = (settings: Settings): string => stripTrailingSlash(settings.text('ServerAddress').trim()) || UNTIL_IT_IS_SET

import type { Provider } from '@weir/dialects/model/provider'
import { CONTENT_FILTERED, CONTEXT_EXCEEDED } from '@weir/dialects/model/wire-error'
import { errorNames } from './openai-wire.ts'

/** Codes and types with which a vendor tells what clients know by another word. */
interface RefusalNames {
  /** Its filter did not let the words pass. */
  readonly filtered?: RegExp
  /** The conversation is longer than the model can read. */
  readonly tooLong?: RegExp
}

export const refusalCodeBy =
  ({ filtered, tooLong }: RefusalNames): NonNullable<Provider['refusalCode']> =>
  (_status, body) => {
    const names = errorNames(body)
    if (filtered !== undefined && names.some((name) => filtered.test(name))) return CONTENT_FILTERED
    return tooLong !== undefined && names.some((name) => tooLong.test(name)) ? CONTEXT_EXCEEDED : undefined
  }

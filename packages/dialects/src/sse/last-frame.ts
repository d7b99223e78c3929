import { isObject, parseJson } from '../json.ts'
import { dataOfFrame } from './decode.ts'

const DONE = '[DONE]'

/**
 * Some upstreams leave out the blank line after their last frame. Its data shows whether all of it has come: an object and the end mark
 * end by themselves, while half an object or a text may have been cut off anywhere.
 */
export const isWholeLastFrame = (rest: Uint8Array): boolean => {
  const data = dataOfFrame(rest)
  return data !== undefined && (data.trim() === DONE || isObject(parseJson(data)))
}

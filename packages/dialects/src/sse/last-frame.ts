import { isObject, parseJson } from '../json.ts'
import { dataOfFrame } from './decode.ts'

export const DONE = '[DONE]'

/** Some write the end mark as JSON. */
export const isEndMark = (data: string): boolean => {
  const mark = data.trim()
  return mark === DONE || mark === `"${DONE}"`
}

/**
 * Some upstreams leave out the blank line after their last frame. Its data shows whether all of it has come: an object and the end mark
 * end by themselves, while half an object or a text may have been cut off anywhere.
 */
export const isWholeLastFrame = (rest: Uint8Array): boolean => {
  const data = dataOfFrame(rest)
  return data !== undefined && (isEndMark(data) || isObject(parseJson(data)))
}

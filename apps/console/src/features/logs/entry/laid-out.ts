import { parseJson } from '@weir/contract/values/json'

/** JSON on several lines; anything else, streams and what is cut, as it came. */
export const laidOut = (text: string): string => {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text
}

import { NO_BYTES, joinBytes } from '../bytes.ts'
import { encodeDataFrame } from './encode.ts'

const LF = 10
const CR = 13
const COLON = 58
const encoder = new TextEncoder()
const EVENT = 'event: '
const DATA = 'data: '
/** Keeps the connection alive and says nothing else. */
const COMMENT = encoder.encode(':\n\n')

/** For words of ASCII. */
const hasAt = (frame: Uint8Array, word: string, at: number): boolean => {
  for (let index = 0; index < word.length; index++) if (frame[at + index] !== word.charCodeAt(index)) return false
  return true
}

const isNamedAt = (frame: Uint8Array, type: string): boolean =>
  hasAt(frame, EVENT, 0) && hasAt(frame, type, EVENT.length) && frame[EVENT.length + type.length] === LF

/** One line of data and the blank line, as nearly every frame of every upstream is. A lone CR would end the line for the caller. */
const isDataAt = (frame: Uint8Array, at: number): boolean =>
  frame.indexOf(LF, at) === frame.length - 2 && frame[frame.length - 1] === LF && hasAt(frame, DATA, at) && !frame.includes(CR)

/** The data as the caller gets it. */
export const withoutCr = (data: string): string => (data.includes('\r') ? data.replaceAll('\r', ' ') : data)

/**
 * An upstream's frame as a caller may get it: data and nothing else. Its own event names, ids and waiting times would steer the
 * caller's connection to us, and its comments have no reader.
 */
export const cleanFrame = (frame: Uint8Array, data: string | undefined): Uint8Array => {
  if (data === undefined) return frame[0] === COLON ? COMMENT : NO_BYTES
  return isDataAt(frame, 0) ? frame : encodeDataFrame(withoutCr(data))
}

/** The same on a wire whose events are named after their type: clients of Anthropic's pass over one without a name. */
export const cleanNamedFrame = (frame: Uint8Array, data: string | undefined, type: string): Uint8Array => {
  if (data === undefined || !/^[\w.]+$/.test(type)) return cleanFrame(frame, data)
  if (isNamedAt(frame, type) && isDataAt(frame, EVENT.length + type.length + 1)) return frame
  return joinBytes([encoder.encode(`${EVENT}${type}\n`), encodeDataFrame(withoutCr(data))])
}

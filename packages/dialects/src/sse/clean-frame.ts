import { NO_BYTES } from '../bytes.ts'
import { encodeDataFrame } from './encode.ts'

const LF = 10
const CR = 13
const COLON = 58
const encoder = new TextEncoder()
const DATA = encoder.encode('data: ')
/** Keeps the connection alive and says nothing else. */
const COMMENT = encoder.encode(':\n\n')

const hasAt = (frame: Uint8Array, word: Uint8Array, at: number): boolean => word.every((byte, index) => frame[at + index] === byte)

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

/** The same on a wire whose events may be named, after their type. */
export const cleanNamedFrame = (frame: Uint8Array, data: string | undefined, type: string): Uint8Array => {
  if (data === undefined || !/^[\w.]+$/.test(type) || isDataAt(frame, 0)) return cleanFrame(frame, data)
  const name = encoder.encode(`event: ${type}\n`)
  if (hasAt(frame, name, 0) && isDataAt(frame, name.length)) return frame
  const cleaned = encodeDataFrame(withoutCr(data))
  const named = new Uint8Array(name.length + cleaned.length)
  named.set(name)
  named.set(cleaned, name.length)
  return named
}

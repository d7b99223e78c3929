import { BLOCK_ROWS, startOf } from './block.ts'

/** The subject that the marks of a block stand under among its posting lists; those of other subjects are digests, without a space. */
export const REQUEST_MARKS = 'request marks'

/** A row has one mark, in three letters: of all rows of two days at ten million in two months about one has the mark of another id. */
const WIDTH = 3
const LETTERS = 64
const FIRST_LETTER = '0'.charCodeAt(0)
const MARKS = LETTERS ** WIDTH

/** The time that an id begins with, up to the second, says which blocks to look through and is no part of the mark. */
const STAMP_LENGTH = 14

const isWordLetter = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)

/** Up to the first dash, so that the rows of a realtime session have the mark of the session. FNV-1a, folded; marks stand in databases. */
export const markOf = (requestId: string): string => {
  let sum = 0x81_1c_9d_c5
  for (let at = STAMP_LENGTH; at < requestId.length && isWordLetter(requestId.charCodeAt(at)); at++)
    sum = Math.imul(sum ^ requestId.charCodeAt(at), 0x01_00_01_93)
  const mark = ((sum >>> 18) ^ sum) & (MARKS - 1)
  return String.fromCharCode(FIRST_LETTER + (mark >> 12), FIRST_LETTER + ((mark >> 6) & 63), FIRST_LETTER + (mark & 63))
}

const NO_MARK = markOf('')

/** The marks of a block in the order of its rows; one that is not there has the mark of an empty id. */
export class RequestMarks {
  readonly #marks = Array.from({ length: BLOCK_ROWS }, () => NO_MARK)

  set(id: number, requestId: string): void {
    this.#marks[id % BLOCK_ROWS] = markOf(requestId)
  }

  toString(): string {
    return this.#marks.join('')
  }
}

/** The rows of a block that can be of this request, newest first. */
export const markedIds = (block: number, marks: string, requestId: string): readonly number[] => {
  const mark = markOf(requestId)
  const ids: number[] = []
  for (let at = marks.lastIndexOf(mark); at >= 0; at = at === 0 ? -1 : marks.lastIndexOf(mark, at - 1))
    if (at % WIDTH === 0) ids.push(startOf(block) + at / WIDTH)
  return ids
}

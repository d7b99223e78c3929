import type { MultipartBody } from '../model/task.ts'
import { readHeaderValue, readPartHead, type PartHead } from './part-head.ts'

const CRLF = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST = '--'
/** Text fields are short. Of a longer one the beginning is read, so that its name is known and it can be refused. */
const MAX_FIELD_BYTES = 64 * 1024
/** A task has a dozen fields and a few files. */
const MAX_PARTS = 1000
const MAX_HEAD_BYTES = 16 * 1024
const BOUNDARY = /^[\w'()+,./:=? -]{0,199}[\w'()+,./:=?-]$/
const NEEDS_NO_QUOTES = /^[\w'+.-]+$/
const ONLY_LINE_ENDS = /^(?:\r\n)*$/
/** Around a form there are line ends, if anything. */
const MAX_AROUND = 64

interface Part extends PartHead {
  /** Where the value begins and ends in the body. */
  readonly start: number
  readonly end: number
}

const boundaryOf = (contentType: string): string | undefined => {
  const boundary = readHeaderValue(contentType)?.parameters.get('boundary') ?? ''
  return BOUNDARY.test(boundary) ? boundary : undefined
}

/** Said in one way, so that upstream cannot take another boundary from it. */
const typeWith = (boundary: string): string =>
  `multipart/form-data; boundary=${NEEDS_NO_QUOTES.test(boundary) ? boundary : `"${boundary}"`}`

const isOnlyLineEnds = (bytes: Buffer): boolean => bytes.length <= MAX_AROUND && ONLY_LINE_ENDS.test(bytes.toString('latin1'))

const partAt = (bytes: Buffer, headStart: number, end: number): Part | undefined => {
  // Within the part alone: one without a head must not send the search through everything behind it.
  const headLength = bytes.subarray(headStart, end).indexOf(HEAD_END)
  if (headLength === -1 || headLength > MAX_HEAD_BYTES) return undefined
  const start = headStart + headLength
  const head = readPartHead(bytes.toString('utf8', headStart, start))
  return head && { ...head, start: start + HEAD_END.length, end }
}

/** Each stands at the beginning of a line; wherever else the mark is found, readers differ on whether it ends a part. */
const isDelimiterAt = (bytes: Buffer, at: number): boolean =>
  at === 0 || (at >= CRLF.length && bytes.subarray(at - CRLF.length, at).equals(CRLF))

/** Finds the parts by their boundaries alone; file contents are skipped over, never copied. None unless every reader would find the same. */
const partsOf = (bytes: Buffer, boundary: string): readonly Part[] => {
  const mark = Buffer.from(`--${boundary}`)
  const parts: Part[] = []
  let at = bytes.indexOf(mark)
  if (at === -1 || !isOnlyLineEnds(bytes.subarray(0, at))) return []
  while (isDelimiterAt(bytes, at)) {
    const headStart = at + mark.length + CRLF.length
    const ending = bytes.toString('latin1', at + mark.length, headStart)
    const next = bytes.indexOf(mark, headStart)
    if (next === -1) return ending === LAST && isOnlyLineEnds(bytes.subarray(headStart)) ? parts : []
    const part = ending === '\r\n' ? partAt(bytes, headStart, next - CRLF.length) : undefined
    if (part === undefined || parts.length === MAX_PARTS) return []
    parts.push(part)
    at = next
  }
  return []
}

interface ReadForm extends MultipartBody {
  /** Text fields that stand in the form more than once: which of them counts is upstream's choice. */
  readonly repeated: ReadonlySet<string>
}

/** Reads the text fields of a form and can send it on with one field changed. Undefined when it is not a form. */
export const parseMultipart = (contentType: string, body: Uint8Array): ReadForm | undefined => {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const parts = partsOf(bytes, boundary)
  if (parts.length === 0) return undefined
  const fields: Record<string, string> = {}
  const repeated = new Set<string>()
  for (const part of parts) {
    if (part.isFile) continue
    if (Object.hasOwn(fields, part.name)) repeated.add(part.name)
    fields[part.name] = bytes.toString('utf8', part.start, Math.min(part.end, part.start + MAX_FIELD_BYTES))
  }
  return {
    contentType: typeWith(boundary),
    fields,
    repeated,
    files: parts.flatMap(({ name, mayBeFile, start, end }) => (mayBeFile ? [{ name, bytes: bytes.subarray(start, end) }] : [])),
    withField: (name, value) => {
      const part = parts.findLast((candidate) => candidate.name === name && !candidate.isFile)
      if (part === undefined) {
        const added = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
        return [Buffer.from(added), bytes]
      }
      return value === fields[name] ? [bytes] : [bytes.subarray(0, part.start), Buffer.from(value), bytes.subarray(part.end)]
    },
  }
}

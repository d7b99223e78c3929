import type { MultipartBody } from '../model/task.ts'

const CRLF = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST = '--'
/** Text fields are short. Of a longer one the beginning is read, so that its name is known and it can be refused. */
const MAX_FIELD_BYTES = 64 * 1024
/** A task has a dozen fields and a few files. */
const MAX_PARTS = 1000
const MAX_HEAD_BYTES = 16 * 1024

interface Part {
  readonly name: string
  readonly isFile: boolean
  /** Where the value begins and ends in the body. */
  readonly start: number
  readonly end: number
}

const boundaryOf = (contentType: string): string | undefined => {
  const match = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType)
  return match?.[1] ?? match?.[2]
}

const partAt = (bytes: Buffer, headStart: number, end: number): Part | undefined => {
  // Within the part alone: one without a head must not send the search through everything behind it.
  const headLength = bytes.subarray(headStart, end).indexOf(HEAD_END)
  if (headLength === -1 || headLength > MAX_HEAD_BYTES) return undefined
  const headEnd = headStart + headLength
  const head = bytes.toString('utf8', headStart, headEnd)
  const [disposition = ''] = /^content-disposition:[^\r\n]*/im.exec(head) ?? []
  const name = /\bname="([^"]*)"/i.exec(disposition)?.[1]
  if (name === undefined) return undefined
  return { name, isFile: /\bfilename\*?=/i.test(head), start: headEnd + HEAD_END.length, end }
}

/** Finds the parts by their boundaries alone; file contents are skipped over, never copied. None when the form does not end as it should. */
const partsOf = (bytes: Buffer, boundary: string): readonly Part[] => {
  const mark = Buffer.from(`--${boundary}`)
  const parts: Part[] = []
  let seen = 0
  let at = bytes.indexOf(mark)
  while (at !== -1) {
    const headStart = at + mark.length + CRLF.length
    const next = bytes.indexOf(mark, headStart)
    if (next === -1) return bytes.toString('latin1', at + mark.length, headStart) === LAST ? parts : []
    if (++seen > MAX_PARTS) return []
    const part = partAt(bytes, headStart, next - CRLF.length)
    if (part !== undefined) parts.push(part)
    at = next
  }
  return parts
}

interface ReadForm extends MultipartBody {
  readonly fileBytes: number
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
    contentType,
    fields,
    repeated,
    fileBytes: parts.reduce((sum, part) => sum + (part.isFile ? part.end - part.start : 0), 0),
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

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
/** Of one line: where a header goes on in the next one, some readers join the two and others do not. */
const FIELD = new RegExp(`^(${TOKEN}):([\\t\\u0020-\\u007e\\u0080-\\uffff]*)$`)
/** One parameter of a header, in quotes or without. A backslash in quotes stands for the character behind it. */
const PARAMETER = new RegExp(`[ \\t]*;[ \\t]*(${TOKEN})=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'y')
const REST = /^[ \t]*;?[ \t]*$/
/** Those under which the bytes are the value. */
const PLAIN_ENCODINGS = new Set(['binary', '8bit', '7bit'])
const KNOWN_PARAMETERS = new Set(['name', 'filename', 'filename*'])

interface HeaderValue {
  /** What stands before the first semicolon, in lower case. */
  readonly main: string
  /** By name in lower case, as they were written. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Undefined where two readers may see two different things: a parameter that is given twice, or something that is none. */
export const readHeaderValue = (text: string): HeaderValue | undefined => {
  const main = text.split(';', 1)[0] ?? ''
  const parameters = new Map<string, string>()
  let at = main.length
  for (;;) {
    PARAMETER.lastIndex = at
    const found = PARAMETER.exec(text)
    if (found === null) break
    const [whole, name = '', quoted, bare = ''] = found
    const known = name.toLowerCase()
    if (parameters.has(known)) return undefined
    parameters.set(known, quoted ?? bare)
    at += whole.length
  }
  return REST.test(text.slice(at)) ? { main: main.trim().toLowerCase(), parameters } : undefined
}

export interface PartHead {
  readonly name: string
  /** Nobody reads it as a text: an empty file name, or one in the long form alone, is none to some. */
  readonly isFile: boolean
  /** Somebody may read it as a file. */
  readonly mayBeFile: boolean
}

const headersOf = (head: string): ReadonlyMap<string, string> | undefined => {
  const headers = new Map<string, string>()
  for (const line of head.split('\r\n')) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    const known = name.toLowerCase()
    if (known === '' || headers.has(known)) return undefined
    headers.set(known, value.trim())
  }
  return headers
}

/** The parameters of a disposition of a form; undefined where one of them may be read as something else. */
const dispositionOf = (headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined => {
  const { main, parameters } = readHeaderValue(headers.get('content-disposition') ?? '') ?? {}
  if (main !== 'form-data' || parameters === undefined) return undefined
  return [...parameters.keys()].every((name) => KNOWN_PARAMETERS.has(name)) ? parameters : undefined
}

/** What a part of a form says of itself; undefined unless every reader understands it alike. */
export const readPartHead = (head: string): PartHead | undefined => {
  const headers = headersOf(head)
  if (headers === undefined || !PLAIN_ENCODINGS.has((headers.get('content-transfer-encoding') ?? 'binary').toLowerCase())) return undefined
  const disposition = dispositionOf(headers)
  const name = disposition?.get('name')
  if (disposition === undefined || name === undefined || name.includes('\\')) return undefined
  return { name, isFile: (disposition.get('filename') ?? '') !== '', mayBeFile: disposition.size > 1 || name === 'file' }
}

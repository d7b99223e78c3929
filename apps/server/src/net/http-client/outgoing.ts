import { Buffer } from 'node:buffer'
import { NetworkFailure } from '@weir/relay/upstream/network-failure'
import type { Target } from './target.ts'

/** A request as it goes over the wire. */
export interface Outgoing {
  /** The head, and the body where that is text. */
  readonly text: string
  /** In bytes. */
  readonly textLength: number
  /** A body that is no text, one after the other. */
  readonly pieces: readonly Uint8Array[]
  /** Its reply has a head only. */
  readonly isBodiless: boolean
}

export interface Described {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | readonly Uint8Array[] | undefined
}

const NONE: readonly Uint8Array[] = []
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** A line break in a value would begin a header, or a request, of its own. */
const UNSENDABLE = /[^\t\x20-\x7e]/

interface Line {
  readonly value: string
  readonly text: string
  /** The name in small letters. */
  readonly lower: string
}

const MAX_LINES = 1000
/** The last line of each name: most values are the same from request to request, and to check one costs more than to compare it. */
const lines = new Map<string, Line>()

const lineOf = (name: string, value: string): Line => {
  const known = lines.get(name)
  if (known?.value === value) return known
  if (!NAME.test(name) || UNSENDABLE.test(value)) throw new NetworkFailure(`the header ${JSON.stringify(name)} cannot be sent`)
  if (lines.size >= MAX_LINES) lines.clear()
  const line = { value, text: `${name}: ${value}\r\n`, lower: name.toLowerCase() }
  lines.set(name, line)
  return line
}

const lengthOf = (body: string | readonly Uint8Array[]): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.reduce((sum, { length }) => sum + length, 0)

/** What is asked for on every request unless the request says otherwise. Compression would save nothing worth its time on such replies. */
const OWN: Readonly<Record<string, string>> = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Weir' }

const OWN_LINES: readonly Line[] = Object.entries(OWN).map(([name, value]) => lineOf(name, value))

/** For nearly every request, because a call says itself what it accepts. */
const ownWithout = (told: readonly string[]): string => {
  let text = ''
  for (const line of OWN_LINES) if (!told.includes(line.lower)) text += line.text
  return text
}

const OWN_TEXT = ownWithout([])

/** Set from the address and the body; a described request does not set them. */
const RESERVED = new Set(['host', 'content-length', 'transfer-encoding', 'connection'])

export const outgoing = ({ host, path }: Target, { method, headers, body }: Described): Outgoing => {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`
  let told: string[] | undefined
  for (const name in headers) {
    const { lower, text } = lineOf(name, headers[name] ?? '')
    if (RESERVED.has(lower)) continue
    if (Object.hasOwn(OWN, lower)) (told ??= []).push(lower)
    head += text
  }
  head += told === undefined ? OWN_TEXT : ownWithout(told)
  const isBodiless = method === 'HEAD'
  if (body === undefined) return { text: `${head}\r\n`, textLength: head.length + 2, pieces: NONE, isBodiless }
  const length = lengthOf(body)
  head += `content-length: ${length}\r\n\r\n`
  // A head is nothing but ASCII.
  if (typeof body === 'string') return { text: head + body, textLength: head.length + length, pieces: NONE, isBodiless }
  return { text: head, textLength: head.length, pieces: body, isBodiless }
}

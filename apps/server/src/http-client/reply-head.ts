import type { ReplyHeaders } from '@weir/relay/ports'
import { BrokenReply } from './broken-reply.ts'

/** How the end of a body is known. */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' }

export interface ReplyHead {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly framing: Framing
  /** The connection may carry another request after this reply. */
  readonly keepsAlive: boolean
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9][0-9]{2})(?: |$)/
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const LENGTH = /^[0-9]{1,15}$/
/** A lone line end is a space to one reader and the next header to another. */
const LINE_END = /[\0\r\n]/

class HeadFields implements ReplyHeaders {
  readonly #fields = new Map<string, string>()

  get(name: string): string | null {
    return this.#fields.get(name) ?? null
  }

  /** Repeated fields are one list. */
  add(name: string, value: string): void {
    const known = this.#fields.get(name)
    this.#fields.set(name, known === undefined ? value : `${known}, ${value}`)
  }
}

const fieldsOf = (text: string, from: number): HeadFields => {
  const fields = new HeadFields()
  for (let start = from; start < text.length;) {
    const found = text.indexOf('\r\n', start)
    const end = found === -1 ? text.length : found
    const colon = text.indexOf(':', start)
    const name = text.slice(start, colon)
    const value = text.slice(colon + 1, end).trim()
    if (colon === -1 || colon > end || !NAME.test(name) || LINE_END.test(value)) throw new BrokenReply('a header line is malformed')
    fields.add(name.toLowerCase(), value)
    start = end + 2
  }
  return fields
}

/** A length that is told twice, and the same, is a length; anything else would let two readers see two different bodies. */
const lengthOf = (told: string): number => {
  const [first = '', ...more] = told.split(',').map((part) => part.trim())
  if (!LENGTH.test(first) || more.some((part) => part !== first)) throw new BrokenReply('its length is malformed')
  return Number(first)
}

const framingOf = (status: number, fields: ReplyHeaders, isBodiless: boolean): Framing => {
  if (isBodiless || status === 204 || status === 304) return { kind: 'none' }
  const coding = fields.get('transfer-encoding')
  if (coding !== null) {
    if (coding.toLowerCase() !== 'chunked') throw new BrokenReply(`its transfer encoding is not known: ${coding.slice(0, 40)}`)
    return { kind: 'chunked' }
  }
  const length = fields.get('content-length')
  return length === null ? { kind: 'until-close' } : { kind: 'length', length: lengthOf(length) }
}

/** Who says both how long a body is and that it comes in chunks is not to be trusted with the next request. */
const isAmbiguous = (fields: ReplyHeaders): boolean => fields.get('transfer-encoding') !== null && fields.get('content-length') !== null

/** Reads the head of a reply, without its blank line. `isBodiless`: the request was a HEAD. */
export const parseReplyHead = (text: string, isBodiless: boolean): ReplyHead => {
  const found = STATUS_LINE.exec(text)
  if (found === null) throw new BrokenReply('it is not HTTP/1.1')
  const status = Number(found[2])
  const lineEnd = text.indexOf('\r\n')
  const fields = fieldsOf(text, lineEnd === -1 ? text.length : lineEnd + 2)
  const framing = framingOf(status, fields, isBodiless)
  const wish = fields.get('connection')?.toLowerCase() ?? ''
  const isOffered = found[1] === '1' ? !wish.includes('close') : wish.includes('keep-alive')
  return { status, headers: fields, framing, keepsAlive: isOffered && framing.kind !== 'until-close' && !isAmbiguous(fields) }
}

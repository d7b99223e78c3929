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

const STATUS_LINE = /^HTTP\/1\.[01] [1-9][0-9]{2}(?: [^\0\r\n]*)?(?:\r\n|$)/
const STATUS_AT = 'HTTP/1.1 '.length
const LENGTH = /^[0-9]{1,15}$/
/** A lone line end inside a value would be a space to one reader and the next header to another. */
const FIELD = /\r\n[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0\r\n]*/y

/** Whether nothing but fields stands between here and the end. */
const isOnlyFields = (text: string, from: number): boolean => {
  for (let at = from; at < text.length; at = FIELD.lastIndex) {
    FIELD.lastIndex = at
    if (!FIELD.test(text)) return false
  }
  return true
}

/** How a name that is asked for begins its line. Few are ever asked for. */
const beginnings = new Map<string, string>()

const beginningOf = (name: string): string => {
  let beginning = beginnings.get(name)
  if (beginning === undefined) beginnings.set(name, (beginning = `\r\n${name}:`))
  return beginning
}

/** Fields are looked for when they are asked for: upstreams send two dozen of them, and hardly any is ever read. */
class HeadFields implements ReplyHeaders {
  readonly #text: string
  readonly #lower: string

  constructor(text: string) {
    this.#text = text
    this.#lower = text.toLowerCase()
  }

  /** Repeated fields are one list. */
  get(name: string): string | null {
    const beginning = beginningOf(name)
    let list: string | null = null
    for (let at = this.#lower.indexOf(beginning); at !== -1; at = this.#lower.indexOf(beginning, at)) {
      at += beginning.length
      const end = this.#text.indexOf('\r\n', at)
      const value = this.#text.slice(at, end === -1 ? undefined : end).trim()
      list = list === null ? value : `${list}, ${value}`
    }
    return list
  }
}

/** A length that is told twice, and the same, is a length; anything else would let two readers see two different bodies. */
const lengthOf = (told: string): number => {
  if (LENGTH.test(told)) return Number(told)
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
  if (!STATUS_LINE.test(text)) throw new BrokenReply('it is not HTTP/1.1')
  const status = Number(text.slice(STATUS_AT, STATUS_AT + 3))
  const lineEnd = text.indexOf('\r\n')
  if (!isOnlyFields(text, lineEnd === -1 ? text.length : lineEnd)) throw new BrokenReply('a header line is malformed')
  const fields = new HeadFields(text)
  const framing = framingOf(status, fields, isBodiless)
  const wish = fields.get('connection')?.toLowerCase() ?? ''
  const isOffered = text.startsWith('HTTP/1.1') ? !wish.includes('close') : wish.includes('keep-alive')
  return { status, headers: fields, framing, keepsAlive: isOffered && framing.kind !== 'until-close' && !isAmbiguous(fields) }
}

import { gzipSync } from 'node:zlib'

export interface WrongBody {
  readonly name: string
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

const JSON_TYPE = 'application/json'
const FORM = 'multipart/form-data; boundary=b'

const wrong = (name: string, body: string | Uint8Array, type = JSON_TYPE): WrongBody => ({
  name,
  bytes: typeof body === 'string' ? Buffer.from(body) : body,
  headers: { 'content-type': type },
})

const coded = (name: string, body: string | Uint8Array, coding: string): WrongBody => {
  const { bytes, headers } = wrong(name, body)
  return { name, bytes, headers: { ...headers, 'content-encoding': coding } }
}

const keys = Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(',')
const chat = '"model":"gpt-4o-mini","messages":[{"role":"user","content":"hi"}],"input":"hi","prompt":"hi","query":"hi"'

/** Nothing of this is what any endpoint asks for. */
export const WRONG_BODIES: readonly WrongBody[] = [
  ...['null', '[]', '"text"', '7', 'true', '{}', '[{}]', '', ' ', '{', '{"a":1}x', '\ufeff{}', '{"__proto__":{"a":1}}'].map((text) =>
    wrong(JSON.stringify(text), text),
  ),
  wrong('5000 levels of arrays', '['.repeat(5000) + ']'.repeat(5000)),
  wrong('5000 levels of objects', '{"a":'.repeat(5000)),
  wrong('80 000 keys', `{${keys}}`),
  wrong('80 000 keys beside a call', `{${chat},${keys}}`),
  wrong('80 000 keys inside a call', `{${chat},"metadata":{${keys}}}`),
  wrong('60 000 messages', `{"model":"gpt-4o-mini","messages":[${Array<string>(60_000).fill('{"role":"user","content":"a"}').join(',')}]}`),
  wrong('wrong types in a call', '{"model":[],"messages":{},"input":7,"prompt":null,"stream":"x","n":-1,"max_tokens":1e308}'),
  wrong('wrong parts in a call', '{"model":"gpt-4o-mini","messages":[{"role":7,"content":[null,7,{"type":[]}]},{}]}'),
  wrong('no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d])),
  wrong('UTF-16', Buffer.from('{"model":"x"}', 'utf16le')),
  wrong('zeros', new Uint8Array(4096)),
  wrong('JSON named text', '{}', 'text/plain'),
  wrong('JSON named form', '{}', 'application/x-www-form-urlencoded'),
  wrong('an odd type', '{}', `${'x/'.repeat(2000)};charset=\u00ff`),
  wrong('XML', '<a/>', 'application/xml'),
  wrong('a form without a boundary', '--b--', 'multipart/form-data'),
  wrong('a form without an end', '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nx', FORM),
  wrong('a form of 20 000 parts', `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(20_000)}--b--`, FORM),
  coded('no gzip', '{}', 'gzip'),
  coded('half a gzip', gzipSync(`{${chat}}`).subarray(0, 30), 'gzip'),
  coded('a gzip of 50 MB', gzipSync(new Uint8Array(50_000_000)), 'gzip'),
  coded('gzip twice', gzipSync(gzipSync('{}')), 'gzip, gzip'),
  coded('an unknown coding', '{}', 'zstd'),
]

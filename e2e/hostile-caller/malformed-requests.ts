/** Bytes that no client sends, with the statuses of everything that may come back for them. */
export interface MalformedRequest {
  readonly name: string
  readonly bytes: string
  readonly statuses: readonly number[]
}

/** Closes the connection, so that its end is the end of a case. Where the head before it was misread, it would be answered out of turn. */
const LAST = 'GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n'

const get = (headers: string): string => `GET /api/status HTTP/1.1\r\nHost: h\r\n${headers}\r\n${LAST}`
const line = (text: string): string => `${text}\r\nHost: h\r\n\r\n${LAST}`
const post = (headers: string, body: string): string =>
  `POST /api/user/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}${LAST}`

const CHUNKED = 'Transfer-Encoding: chunked'
const BODY = '2\r\n{}\r\n0\r\n\r\n'

const each = (statuses: readonly number[], texts: readonly string[], bytesOf: (text: string) => string): readonly MalformedRequest[] =>
  texts.map((text) => ({ name: JSON.stringify(text.slice(0, 60)), bytes: bytesOf(text), statuses }))

const lengths = ['2, 2', '+2', '-1', '0x2', '', '2.0', '2e0', '18446744073709551618', '99999999999999999999999']
const codings = [
  'identity',
  'xchunked',
  '\u000bchunked',
  '"chunked"',
  'gzip, chunked',
  'chunked, gzip',
  'chunked, chunked',
  'chunked;x=1',
  'chunked\r\nTransfer-Encoding: chunked',
  'chunked\r\nTransfer-Encoding: identity',
  'identity\r\nTransfer-Encoding: chunked',
  '\r\n chunked',
  '',
]
const chunks = [
  '2\n{}\n0\n\n',
  '2;a\n{}\r\n0\r\n\r\n',
  '2;\rx\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}0\r\n\r\n',
  '2\r\n{}XX0\r\n\r\n',
  '0x2\r\n{}\r\n0\r\n\r\n',
  '-2\r\n{}\r\n0\r\n\r\n',
  '2 \r\n{}\r\n0\r\n\r\n',
  'fffffffffffffffff2\r\n{}\r\n0\r\n\r\n',
  '\r\n{}\r\n0\r\n\r\n',
  'g\r\n{}\r\n0\r\n\r\n',
]
const fields = [
  'X-A: b\r\n c',
  'X-A: b\r\n\tc',
  'X-A: b\nX-B: c',
  'X-A: b\rX-B: c',
  'X-A',
  ': x',
  'X A: 1',
  'X(A): 1',
  'X\u00ff: 1',
  'X-A: a\0b',
  'X\0A: b',
  'Content-Length : 0',
  'Transfer-Encoding : chunked',
]
const versions = [
  'GET /healthz HTTP/2.0',
  'GET /healthz HTTP/1.2',
  'GET /healthz',
  'GET /healthz http/1.1',
  'GET\t/healthz\tHTTP/1.1',
  'GET /\0 HTTP/1.1',
]
const huge = 'a'.repeat(64 * 1024)
const oversized = [`X-A: ${huge}`, Array.from({ length: 10_000 }, (_, at) => `X-${at}: 1`).join('\r\n')]

/** Two readings of one request are refused and the connection is closed: nothing behind them is taken for a request. */
export const MALFORMED: readonly MalformedRequest[] = [
  ...each([400], lengths, (length) => post(`Content-Length: ${length}`, '{}')),
  ...each([400], ['2\r\nContent-Length: 0', '0\r\nContent-Length: 2', `5\r\n${CHUNKED}`], (length) =>
    post(`Content-Length: ${length}`, '{}'),
  ),
  ...each([400], codings, (coding) => post(`Transfer-Encoding: ${coding}`, BODY)),
  ...each([400], [CHUNKED], (coding) => post(`${coding}\r\nContent-Length: 2`, BODY)),
  ...each([400], chunks, (body) => post(CHUNKED, body)),
  ...each([413], [`2;${huge}\r\n{}\r\n0\r\n\r\n`], (body) => post(CHUNKED, body)),
  ...each([400], fields, (field) => get(`${field}\r\n`)),
  ...each([431], oversized, (field) => get(`${field}\r\n`)),
  ...each([431], [`GET /${huge} HTTP/1.1`, `${huge} / HTTP/1.1`], line),
  ...each([505], versions, line),
  ...each([400], ['\r\nGET /healthz HTTP/1.1', 'GET  /healthz HTTP/1.1', '\u0016\u0003\u0001\u0002\0\u0001\0'], line),
  // The first request is whole before its trailers, which are not read; the connection ends there.
  ...each([200, 400], ['X-T: 1', 'GET /api/status HTTP/1.1\r\nHost: h', 'Content-Length: 9'], (trailer) =>
    post(CHUNKED, `2\r\n{}\r\n0\r\n${trailer}\r\n\r\n`),
  ),
  { name: 'chunks in HTTP/1.0', bytes: `POST /api/user/login HTTP/1.0\r\nHost: h\r\n${CHUNKED}\r\n\r\n${BODY}${LAST}`, statuses: [400] },
  { name: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: [400] },
]

/** Unusual and allowed: each is answered once and in turn, and so is the request behind it. */
export const UNUSUAL: readonly MalformedRequest[] = [
  ...each([200, 200], ['2\r\nContent-Length: 2', '2 ', '02'], (length) => post(`Content-Length: ${length}`, '{}')),
  ...each([200, 200], ['\tchunked', 'CHUNKED'], (coding) => post(`Transfer-Encoding:${coding}`, BODY)),
  ...each([200, 200], ['2;a=b\r\n{}\r\n0;x\r\n\r\n', '00000000000000002\r\n{}\r\n0\r\n\r\n'], (body) => post(CHUNKED, body)),
  ...each(
    [200, 200],
    ['Upgrade: websocket\r\nConnection: Upgrade', 'Upgrade: h2c\r\nConnection: Upgrade', 'Range: bytes=0-1,2-3'],
    (field) => get(`${field}\r\n`),
  ),
  ...each([100, 200, 200], ['Expect: 100-continue'], (field) => post(`Content-Length: 2\r\n${field}`, '{}')),
  { name: 'a body of GET', bytes: `GET /api/status HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nGET /${LAST}`, statuses: [200, 200] },
  { name: 'HTTP/1.0', bytes: 'GET /api/status HTTP/1.0\r\nHost: h\r\n\r\n', statuses: [200] },
  {
    name: 'requests in one piece',
    bytes: `${'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(20)}${LAST}`,
    statuses: Array<number>(21).fill(200),
  },
]

/** A name or an address, with a port or without. Names of containers may have an underscore. */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Servers have few names, and to compare one costs less than to take it apart again. */
let lastPlain = ''

/** What the Host header of a request is worth. HTTP/1.0 has none; several of them arrive as one with a comma. */
export const hostState = ({ headers, url }: Pick<Request, 'headers' | 'url'>): 'plain' | 'missing' | 'malformed' => {
  const host = headers.get('host') ?? ''
  if (host === '') return url.startsWith('/') ? 'missing' : 'plain'
  if (host === lastPlain) return 'plain'
  if (!HOST.test(host)) return 'malformed'
  lastPlain = host
  return 'plain'
}

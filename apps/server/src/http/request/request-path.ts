const SLASH = 47

/**
 * Path of an address, without query and fragment; of a request without a host the address is the path alone. Slashes at its beginning are one:
 * clients put paths behind a base URL that ends in one. Parsing the whole address would cost more than the rest of the routing.
 */
export const pathOf = (url: string): string => {
  let start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  if (start === -1) return '/'
  while (url.charCodeAt(start + 1) === SLASH) start++
  const query = url.indexOf('?', start)
  return query === -1 ? url.slice(start) : url.slice(start, query)
}

/** The query with its question mark, or nothing. */
export const queryOf = (url: string): string => {
  const query = url.indexOf('?')
  return query === -1 ? '' : url.slice(query)
}

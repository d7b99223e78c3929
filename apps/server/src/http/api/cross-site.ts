/** The console sends it with every call. No page of another site can: browsers would ask this server first, and it never allows it. */
const CONSOLE_HEADER = 'x-weir-console'

export const isFromConsole = (headers: Headers): boolean => headers.has(CONSOLE_HEADER)

/** Many proxies pass the name on without the port. Then the port says nothing, and the names alone are compared. */
const isForeign = (address: string, host: string): boolean => {
  const sender = URL.parse(address)
  const own = sender && URL.parse(`${sender.protocol}//${host}`)
  if (!sender || !own) return true
  return /:\d+$/.test(host) ? sender.host !== own.host : sender.hostname !== own.hostname
}

/** The page that made this request, as far as the browser says. */
export const senderOf = (headers: Headers): string | null => headers.get('origin') ?? headers.get('referer')

/**
 * True when a browser says that another site made this request, or that it is a page to be opened: a link or a typed address must
 * change nothing. Scripts send none of these headers and pass: docs/decisions/2026-11-16-cookies-without-origin.md says why.
 */
export const isCrossSite = (headers: Headers, host: string): boolean => {
  if (headers.get('sec-fetch-mode') === 'navigate') return true
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  if (isFromConsole(headers)) return false
  const sender = senderOf(headers)
  return sender !== null && isForeign(sender, host)
}

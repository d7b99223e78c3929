const isForeign = (address: string, host: string): boolean => !URL.canParse(address) || new URL(address).host !== host

/**
 * True when a browser says that another site made this request, or that it is a page to be opened: a link or a typed address must
 * change nothing. Scripts send none of these headers and pass: docs/decisions/2026-11-16-cookies-without-origin.md says why.
 */
export const isCrossSite = (headers: Headers, host: string): boolean => {
  if (headers.get('sec-fetch-mode') === 'navigate') return true
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const sender = headers.get('origin') ?? headers.get('referer')
  return sender !== null && isForeign(sender, host)
}

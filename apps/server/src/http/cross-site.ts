/** True when a browser says that another site made this request. Scripts send neither header and pass. */
export const isCrossSite = (headers: Headers, host: string): boolean => {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)
}

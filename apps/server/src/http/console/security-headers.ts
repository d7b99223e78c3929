const HUMAN_CHECK_SCRIPTS = 'https://challenges.cloudflare.com'
/** Where the console asks for the latest release. */
const RELEASES = 'https://api.github.com'

/** The options that decide what the console may load from elsewhere. */
export interface ConsoleSettings {
  readonly hasHumanCheck: boolean
  readonly chatLink: string
}

/** A chat site inside a house network often has no certificate; every site with one may be framed anyway. */
const plainOrigin = (link: string): string => (URL.canParse(link) && new URL(link).protocol === 'http:' ? ` ${new URL(link).origin}` : '')

/**
 * Scripts come from this server alone, and from the human check while it is on. Styles may be inline because the component library writes
 * them at run time.
 */
export const contentSecurityPolicy = ({ hasHumanCheck, chatLink }: ConsoleSettings): string =>
  [
    "default-src 'none'",
    `script-src 'self'${hasHumanCheck ? ` ${HUMAN_CHECK_SCRIPTS}` : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self' data:",
    `connect-src 'self' ${RELEASES}`,
    `frame-src https:${plainOrigin(chatLink)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const documentHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy({ hasHumanCheck: false, chatLink: '' }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

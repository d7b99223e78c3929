const HUMAN_CHECK_SCRIPTS = 'https://challenges.cloudflare.com'

/** Of the scripts that stand in a page itself, in the form of the policy. */
export const scriptHashesIn = (html: string): readonly string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`,
  )

/** The options that decide what the console may load from elsewhere. */
export interface ConsoleSettings {
  readonly hasHumanCheck: boolean
  readonly chatLink: string
  /** Where it asks for the latest release; empty where it does not. */
  readonly releasesUrl: string
}

/** A chat site inside a house network often has no certificate; every site with one may be framed anyway. */
const plainOrigin = (link: string): string => (URL.canParse(link) && new URL(link).protocol === 'http:' ? ` ${new URL(link).origin}` : '')

/**
 * Scripts come from this server alone, and from the human check while it is on; inside a page, those it was built with. Styles may be
 * inline because the component library writes them at run time.
 */
export const contentSecurityPolicy = ({ hasHumanCheck, chatLink, releasesUrl }: ConsoleSettings, scripts: readonly string[] = []): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...(hasHumanCheck ? [HUMAN_CHECK_SCRIPTS] : [])].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...(URL.canParse(releasesUrl) ? [new URL(releasesUrl).origin] : [])].join(' '),
    `frame-src https:${plainOrigin(chatLink)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const documentHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy({ hasHumanCheck: false, chatLink: '', releasesUrl: '' }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

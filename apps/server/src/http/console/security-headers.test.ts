import { expect, it } from 'bun:test'
import { contentSecurityPolicy, documentHeaders } from './security-headers.ts'

const PLAIN =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self' data:; " +
  "connect-src 'self'; frame-src https:; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

it('a page runs scripts of this server alone and asks it alone', () => {
  expect(documentHeaders).toEqual({
    'content-security-policy': PLAIN,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  })
})

it('the human check adds its scripts, and a chat without a certificate its frame', () => {
  const policy = (hasHumanCheck: boolean, chatLink: string) => contentSecurityPolicy({ hasHumanCheck, chatLink, releasesUrl: '' })
  expect(policy(true, '')).toBe(PLAIN.replace("script-src 'self'", "script-src 'self' https://challenges.cloudflare.com"))
  expect(policy(false, 'http://chat.test:3000/a?b=c')).toBe(PLAIN.replace('frame-src https:', 'frame-src https: http://chat.test:3000'))
  for (const link of ['https://chat.test', 'javascript:alert(1)', 'no address']) expect(policy(false, link)).toBe(PLAIN)
})

it('the list of releases may be asked where the operator has it', () => {
  const policy = (releasesUrl: string) => contentSecurityPolicy({ hasHumanCheck: false, chatLink: '', releasesUrl })
  for (const [url, origin] of [
    ['https://api.github.com/repos/weir-gateway/weir/releases/latest', 'https://api.github.com'],
    ['http://mirror.test:8080/weir.json?a=b', 'http://mirror.test:8080'],
  ] as const)
    expect(policy(url)).toBe(PLAIN.replace("connect-src 'self'", `connect-src 'self' ${origin}`))
  expect(policy('')).toBe(PLAIN)
})

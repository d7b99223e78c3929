import { RELEASES_URL } from '@weir/contract/values/releases'
import { z } from 'zod'

const SERVICE_URL = 'an http:// or https:// address without a slash at the end'

/** Where a service of somebody else answers; changed by tests and by those who run such a service themselves. */
const serviceUrl = (address: string) =>
  z
    .url({ protocol: /^https?$/ })
    .refine((text) => !text.endsWith('/'))
    .default(address)

export const serviceVariables = {
  GITHUB_BASE_URL: { schema: serviceUrl('https://github.com'), allowed: SERVICE_URL },
  GITHUB_API_URL: { schema: serviceUrl('https://api.github.com'), allowed: SERVICE_URL },
  LARK_BASE_URL: { schema: serviceUrl('https://open.feishu.cn'), allowed: SERVICE_URL },
  LARK_PASSPORT_URL: { schema: serviceUrl('https://passport.feishu.cn'), allowed: SERVICE_URL },
  TURNSTILE_VERIFY_URL: { schema: serviceUrl('https://challenges.cloudflare.com/turnstile/v0/siteverify'), allowed: SERVICE_URL },
  RELEASES_URL: {
    schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(RELEASES_URL),
    allowed: 'empty, or an http:// or https:// address',
  },
}

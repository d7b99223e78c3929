import { Refusal } from '@weir/contract/errors'
import { splitList } from '@weir/contract/values/quantity'
import type { Settings } from '../settings/settings.ts'

/** `email` is already in lower case. The whole domain must match, not just its end. */
export const requireAllowedDomain = (email: string, settings: Settings): void => {
  if (!settings.isOn('EmailDomainRestrictionEnabled')) return
  const domains = splitList(settings.text('EmailDomainWhitelist').toLowerCase())
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!domains.includes(domain)) throw new Refusal('email-domain', { domains: domains.join(', ') })
}

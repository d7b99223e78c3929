import type { AuditTrail } from '../admin/audit-trail.ts'

/** How an entry of the audit trail names what was changed; the console and scripts search by these words. */
const NAMED =
  /^(?:(?:user|token|channel|budget|alert rule|alert target|log) \d+|(?:redemption|option|price|charges of) \S.*|channels|price list|log)$/

/** What concerns the caller, one channel by its number or before it has one, or many of which none may have changed. */
const BARE =
  /^(?:self\.(?:edit|token) |channel\.(?:test|probe) #\d+|channel\.probe-draft |(?:channel\.(?:test|balance|delete|edit)|(?:token|redemption)\.delete)-(?:all|many) )$/

/** The same trail, which takes no entry that names its object in other words, or not at all. */
export const withNamedObjects = (audit: AuditTrail): AuditTrail => ({
  add: (entries) => {
    const other = entries.find(({ action, object }) => !NAMED.test(object) && !BARE.test(`${action} ${object}`))
    if (other !== undefined) throw new Error(`${other.action} is written down as a change of "${other.object}"`)
    return audit.add(entries)
  },
})

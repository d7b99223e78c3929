import { createAlertTarget, editAlertTarget } from '@weir/contract/alerts/alert-target'
import { bindEmail, bindWechat, deleteSelf } from '@weir/contract/account'
import { copyChannel, createChannel, editChannel } from '@weir/contract/channel'
import { addChannelKeys } from '@weir/contract/channels/channel-keys'
import type { EndpointDefinition, HandlerInput } from '@weir/contract/endpoint'
import { Refusal } from '@weir/contract/errors'
import { applyReprice } from '@weir/contract/ledger/reprice'
import type { OptionKey } from '@weir/contract/options/option'
import { optionServices } from '@weir/contract/options/option-services'
import { addPasskey, offerPasskey, removePasskey } from '@weir/contract/sign-in/passkey'
import { createRedemptions, editRedemption } from '@weir/contract/redemption'
import { activateTotp, offerTotp, removeTotp, renewRecoveryCodes, resetFactors } from '@weir/contract/sign-in/second-factor'
import { setOption } from '@weir/contract/site'
import { createSystemToken, editSelf, isAdmin } from '@weir/contract/user'
import { createUser, creditUser, deleteUser, editUser, manageUser } from '@weir/contract/user-admin'
import type { Actor } from '../../accounts/actor.ts'

interface Rule {
  readonly endpoint: EndpointDefinition
  /** Also from accounts without a second factor: a stolen session must not set one up. */
  readonly isForAll: boolean
  readonly applies: (input: unknown) => boolean
}

const rule = <D extends EndpointDefinition>(endpoint: D, applies: (input: HandlerInput<D>) => boolean = () => true): Rule => ({
  endpoint,
  isForAll: false,
  // Sound because mount() builds the input from this endpoint's schemas.
  applies: applies as Rule['applies'],
})

const ruleForAll = (endpoint: EndpointDefinition): Rule => ({ ...rule(endpoint), isForAll: true })

/** Who gets in, where secrets go, and what new accounts are given. */
const guardedOptions: ReadonlySet<string> = new Set<OptionKey>([
  ...Object.values(optionServices).flat(),
  'PasswordRegisterEnabled',
  'RegisterEnabled',
  'EmailVerificationEnabled',
  'EmailDomainRestrictionEnabled',
  'EmailDomainWhitelist',
  'TurnstileCheckEnabled',
  'SecondFactorRequiredFor',
  'QuotaForNewUser',
  'QuotaForInviter',
  'QuotaForInvitee',
])

/** What changes money, roles, keys or the way in. */
const rules: readonly Rule[] = [
  rule(createUser, ({ body: { role = 0, quota = 0 } }) => isAdmin(role) || quota > 0),
  rule(editUser),
  rule(manageUser),
  rule(deleteUser),
  rule(creditUser),
  rule(applyReprice),
  rule(createRedemptions),
  rule(editRedemption),
  rule(createChannel),
  rule(copyChannel),
  rule(addChannelKeys),
  rule(editChannel, ({ body }) => body.key !== undefined && body.key !== ''),
  rule(createAlertTarget),
  rule(editAlertTarget, ({ body }) => body.url !== undefined || body.recipient !== undefined || body.secret !== undefined),
  rule(setOption, ({ body }) => guardedOptions.has(body.key)),
  rule(createSystemToken),
  rule(editSelf, ({ body }) => body.password !== undefined && body.password !== ''),
  rule(deleteSelf),
  rule(bindEmail),
  rule(bindWechat),
  rule(resetFactors),
  ruleForAll(offerTotp),
  ruleForAll(activateTotp),
  ruleForAll(removeTotp),
  ruleForAll(renewRecoveryCodes),
  ruleForAll(offerPasskey),
  ruleForAll(addPasskey),
  ruleForAll(removePasskey),
]

const ruleOf: ReadonlyMap<EndpointDefinition, Rule> = new Map(rules.map((entry) => [entry.endpoint, entry]))

/** Refuses with `confirm-needed` when the session has shown neither a password nor a factor for ten minutes. */
export const requireConfirmed = (endpoint: EndpointDefinition, actor: Actor | undefined, input: unknown): void => {
  const found = ruleOf.get(endpoint)
  if (found === undefined || actor?.session === undefined || actor.session.isConfirmed) return
  if (!found.isForAll && actor.session.factor !== 'shown') return
  if (found.applies(input)) throw new Refusal('confirm-needed')
}

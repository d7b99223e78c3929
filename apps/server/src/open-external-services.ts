import type { Users } from '@weir/store/repositories/users'
import type { Config } from './config.ts'
import { createGithub } from './accounts/external/github.ts'
import type { IdentityProvider, ProviderKey } from './accounts/external/identity.ts'
import { createLark } from './accounts/external/lark.ts'
import { createOidcDiscovery, type OidcDiscovery } from './accounts/external/oidc-discovery.ts'
import { createOidc } from './accounts/external/oidc.ts'
import { createWechat } from './accounts/external/wechat.ts'
import { createHumanCheck, type HumanCheck } from './accounts/human-check.ts'
import { createSendAlert, type SendAlert } from './alerts/send-alert.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createNotifyRoot, type NotifyRoot } from './mail/notify-root.ts'
import type { AddressesOf } from './net/outbound-policy.ts'
import { createCallService } from './net/service-call.ts'
import { createFetchList, type FetchList } from './prices/scheduled/fetch-list.ts'
import type { Settings } from './settings/settings.ts'

/** The services of others: mail, alerts, sign-in, the human check, a price list. */
export interface ExternalServices {
  readonly mailer: Mailer
  readonly notifyRoot: NotifyRoot
  readonly sendAlert: SendAlert
  readonly humanCheck: HumanCheck
  readonly providers: Readonly<Record<ProviderKey, IdentityProvider>>
  readonly oidcDiscovery: OidcDiscovery
  readonly fetchPriceList: FetchList
}

interface Dependencies {
  readonly users: Users
  readonly settings: () => Settings
  readonly addressesOf: AddressesOf
  readonly clock: () => number
  readonly addresses: Config['services']
}

export const openExternalServices = ({ users, settings, addressesOf, clock, addresses }: Dependencies): ExternalServices => {
  const callService = createCallService({ addressesOf })
  const mailer = createMailer(settings, addressesOf)
  const oidcDiscovery = createOidcDiscovery(callService, clock)
  return {
    mailer,
    notifyRoot: createNotifyRoot({ users, settings, callService, mailer }),
    sendAlert: createSendAlert({ callService, mailer, clock }),
    humanCheck: createHumanCheck({ settings, callService, verifyUrl: addresses.turnstileVerify }),
    providers: {
      github: createGithub(callService, addresses),
      lark: createLark(callService, addresses),
      oidc: createOidc({ callService, discovery: oidcDiscovery, clock }),
      wechat: createWechat(callService),
    },
    oidcDiscovery,
    fetchPriceList: createFetchList(addressesOf),
  }
}

import type { Users } from '@weir/store/repositories/users'
import type { Config } from './config.ts'
import { createGithub } from './accounts/external/github.ts'
import type { IdentityProvider, ProviderKey } from './accounts/external/identity.ts'
import { createLark } from './accounts/external/lark.ts'
import { createOidcDiscovery, type OidcDiscovery } from './accounts/external/oidc-discovery.ts'
import { createOidc } from './accounts/external/oidc.ts'
import { createWechat } from './accounts/external/wechat.ts'
import { createHumanCheck, type HumanCheck } from './accounts/human-check.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createNotifyRoot, type NotifyRoot } from './mail/notify-root.ts'
import type { AddressesOf } from './net/outbound-policy.ts'
import { createCallOutside } from './net/service-call.ts'
import type { Settings } from './settings/settings.ts'

/** Everything accounts need that lies outside this program. */
export interface OutsideWorld {
  readonly mailer: Mailer
  readonly notifyRoot: NotifyRoot
  readonly humanCheck: HumanCheck
  readonly providers: Readonly<Record<ProviderKey, IdentityProvider>>
  readonly oidcDiscovery: OidcDiscovery
}

interface Dependencies {
  readonly users: Users
  readonly settings: () => Settings
  readonly addressesOf: AddressesOf
  readonly clock: () => number
  readonly addresses: Config['services']
}

export const openOutsideWorld = ({ users, settings, addressesOf, clock, addresses }: Dependencies): OutsideWorld => {
  const callOutside = createCallOutside({ addressesOf })
  const mailer = createMailer(settings, addressesOf)
  const oidcDiscovery = createOidcDiscovery(callOutside, clock)
  return {
    mailer,
    notifyRoot: createNotifyRoot({ users, settings, callOutside, mailer }),
    humanCheck: createHumanCheck({ settings, callOutside, verifyUrl: addresses.turnstileVerify }),
    providers: {
      github: createGithub(callOutside, addresses),
      lark: createLark(callOutside, addresses),
      oidc: createOidc({ callOutside, discovery: oidcDiscovery, clock }),
      wechat: createWechat(callOutside),
    },
    oidcDiscovery,
  }
}

import { UNSET_SERVER_ADDRESS, getStatus } from '@weir/contract/status'
import { Role } from '@weir/contract/user'
import { route, type Route } from './route.ts'
import { isShownTo } from '../settings/confirmed-services.ts'
import type { OidcDiscovery } from '../accounts/external/oidc-discovery.ts'
import { isMailConfigured } from '../mail/mailer.ts'
import { serverAddress } from '../mail/server-address.ts'
import { cleanHtml } from '../settings/sanitize-html.ts'
import type { Settings } from '../settings/settings.ts'

interface Dependencies {
  readonly settings: () => Settings
  readonly version: string
  readonly releasesUrl: string
  readonly startedAt: number
  readonly oidcDiscovery: OidcDiscovery
}

const addressesFor = (role: number, settings: Settings) => ({
  chat_link: isShownTo(role, settings, 'chat') ? settings.text('ChatLink') : '',
  server_address: isShownTo(role, settings, 'server') ? serverAddress(settings) : UNSET_SERVER_ADDRESS,
})

const discoveredBy = (discovery: OidcDiscovery, settings: Settings) => {
  const found = settings.isOn('OidcEnabled') ? discovery.known(settings) : undefined
  return {
    oidc_authorization_endpoint: settings.text('OidcAuthorizationEndpoint') || (found?.authorization_endpoint ?? ''),
    oidc_token_endpoint: settings.text('OidcTokenEndpoint') || (found?.token_endpoint ?? ''),
    oidc_userinfo_endpoint: settings.text('OidcUserinfoEndpoint') || (found?.userinfo_endpoint ?? ''),
  }
}

export const statusRoutes = ({ settings, version, releasesUrl, startedAt, oidcDiscovery }: Dependencies): readonly Route[] => [
  route(getStatus, (_, { actor }) => {
    const now = settings()
    return Promise.resolve({
      version,
      start_time: startedAt,
      releases_url: releasesUrl,
      system_name: now.text('SystemName'),
      logo: now.text('Logo'),
      footer_html: cleanHtml(now.text('Footer')),
      theme: now.text('Theme'),
      retry_times: now.number('RetryTimes'),
      quota_per_unit: now.number('QuotaPerUnit'),
      display_in_currency: now.isOn('DisplayInCurrencyEnabled'),
      ...addressesFor(actor?.role ?? Role.user, now),
      top_up_link: now.text('TopUpLink'),
      pricing_public: now.isOn('PricingPublic'),
      turnstile_check: now.isOn('TurnstileCheckEnabled'),
      turnstile_site_key: now.text('TurnstileSiteKey'),
      email_verification: now.isOn('EmailVerificationEnabled'),
      mail_enabled: isMailConfigured(now),
      github_oauth: now.isOn('GitHubOAuthEnabled'),
      github_client_id: now.text('GitHubClientId'),
      wechat_login: now.isOn('WeChatAuthEnabled'),
      wechat_qrcode: now.text('WeChatAccountQRCodeImageURL'),
      lark_client_id: now.text('LarkClientId'),
      oidc: now.isOn('OidcEnabled'),
      oidc_client_id: now.text('OidcClientId'),
      oidc_well_known: now.text('OidcWellKnown'),
      ...discoveredBy(oidcDiscovery, now),
    })
  }),
]

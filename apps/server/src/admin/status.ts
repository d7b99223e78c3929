import { getStatus } from '@weir/contract/status'
import { route, type Route } from './route.ts'
import type { OidcDiscovery } from '../accounts/external/oidc-discovery.ts'
import { serverAddress } from '../mail/server-address.ts'
import { cleanHtml } from '../settings/sanitize-html.ts'
import type { Settings } from '../settings/settings.ts'

interface Dependencies {
  readonly settings: () => Settings
  readonly version: string
  readonly startedAt: number
  readonly oidcDiscovery: OidcDiscovery
}

export const statusRoutes = ({ settings, version, startedAt, oidcDiscovery }: Dependencies): readonly Route[] => [
  route(getStatus, () => {
    const now = settings()
    const discovered = now.isOn('OidcEnabled') ? oidcDiscovery.known(now) : undefined
    return Promise.resolve({
      version,
      start_time: startedAt,
      system_name: now.text('SystemName'),
      logo: now.text('Logo'),
      footer_html: cleanHtml(now.text('Footer')),
      quota_per_unit: now.number('QuotaPerUnit'),
      display_in_currency: now.isOn('DisplayInCurrencyEnabled'),
      chat_link: now.text('ChatLink'),
      server_address: serverAddress(now),
      top_up_link: now.text('TopUpLink'),
      turnstile_check: now.isOn('TurnstileCheckEnabled'),
      turnstile_site_key: now.text('TurnstileSiteKey'),
      email_verification: now.isOn('EmailVerificationEnabled'),
      github_oauth: now.isOn('GitHubOAuthEnabled'),
      github_client_id: now.text('GitHubClientId'),
      wechat_login: now.isOn('WeChatAuthEnabled'),
      wechat_qrcode: now.text('WeChatAccountQRCodeImageURL'),
      lark_client_id: now.text('LarkClientId'),
      oidc: now.isOn('OidcEnabled'),
      oidc_client_id: now.text('OidcClientId'),
      oidc_well_known: now.text('OidcWellKnown'),
      oidc_authorization_endpoint: now.text('OidcAuthorizationEndpoint') || (discovered?.authorization_endpoint ?? ''),
      oidc_token_endpoint: now.text('OidcTokenEndpoint') || (discovered?.token_endpoint ?? ''),
      oidc_userinfo_endpoint: now.text('OidcUserinfoEndpoint') || (discovered?.userinfo_endpoint ?? ''),
    })
  }),
]

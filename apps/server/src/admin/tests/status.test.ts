import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

const STARTED_MS = 1_800_000_000_999

let harness: ServerHarness

beforeAll(async () => {
  harness = await openServerHarness({ clock: () => STARTED_MS })
})

afterAll(() => harness.close())

const statusFor = async (cookie?: string) =>
  (await harness.call('GET', '/api/status', cookie === undefined ? {} : { cookie })).json?.['data']

describe('GET /api/status', () => {
  it('tells a fresh server by its version, the second it started in and what is on at first', async () => {
    expect(await statusFor()).toEqual({
      version: 'v0.0.0',
      start_time: 1_800_000_000,
      releases_url: 'https://releases.test/latest',
      system_name: 'Weir API Gateway',
      logo: '',
      footer_html: '',
      theme: 'default',
      retry_times: 2,
      quota_per_unit: 500_000,
      display_in_currency: true,
      chat_link: '',
      server_address: 'http://localhost:3000',
      top_up_link: '',
      pricing_public: false,
      turnstile_check: false,
      turnstile_site_key: '',
      email_verification: false,
      mail_enabled: false,
      github_oauth: false,
      github_client_id: '',
      wechat_login: false,
      wechat_qrcode: '',
      lark_client_id: '',
      oidc: false,
      oidc_client_id: '',
      oidc_well_known: '',
      oidc_authorization_endpoint: '',
      oidc_token_endpoint: '',
      oidc_userinfo_endpoint: '',
    })
  })

  it('tells every setting under its own name', async () => {
    await harness.configure({
      SystemName: 'Mill',
      Logo: 'https://mill.test/logo.png',
      Footer: '<b>foot</b><script>alert(1)</script>',
      Theme: 'dark',
      RetryTimes: '3',
      QuotaPerUnit: '250000',
      DisplayInCurrencyEnabled: 'false',
      ChatLink: 'https://chat.test',
      ServerAddress: 'https://mill.test',
      TopUpLink: 'https://pay.test',
      PricingPublic: 'true',
      TurnstileCheckEnabled: 'true',
      TurnstileSiteKey: 'site',
      EmailVerificationEnabled: 'true',
      SMTPServer: 'mail.test',
      SMTPFrom: 'gate@mill.test',
      GitHubOAuthEnabled: 'true',
      GitHubClientId: 'github',
      WeChatAuthEnabled: 'true',
      WeChatAccountQRCodeImageURL: 'https://mill.test/code.png',
      LarkClientId: 'lark',
      OidcEnabled: 'true',
      OidcClientId: 'oidc',
      OidcAuthorizationEndpoint: 'https://id.test/auth',
      OidcTokenEndpoint: 'https://id.test/token',
      OidcUserinfoEndpoint: 'https://id.test/user',
    })
    expect(await statusFor()).toEqual({
      version: 'v0.0.0',
      start_time: 1_800_000_000,
      releases_url: 'https://releases.test/latest',
      system_name: 'Mill',
      logo: 'https://mill.test/logo.png',
      footer_html: '<b>foot</b>',
      theme: 'dark',
      retry_times: 3,
      quota_per_unit: 250_000,
      display_in_currency: false,
      chat_link: 'https://chat.test',
      server_address: 'https://mill.test',
      top_up_link: 'https://pay.test',
      pricing_public: true,
      turnstile_check: true,
      turnstile_site_key: 'site',
      email_verification: true,
      mail_enabled: true,
      github_oauth: true,
      github_client_id: 'github',
      wechat_login: true,
      wechat_qrcode: 'https://mill.test/code.png',
      lark_client_id: 'lark',
      oidc: true,
      oidc_client_id: 'oidc',
      oidc_well_known: '',
      oidc_authorization_endpoint: 'https://id.test/auth',
      oidc_token_endpoint: 'https://id.test/token',
      oidc_userinfo_endpoint: 'https://id.test/user',
    })
  })

  it('tells a visitor the addresses that an admin set, and an admin those that root set', async () => {
    const rows = [
      { name: 'ChatLink', value: 'https://other.test', isSecret: false },
      { name: 'ServerAddress', value: 'https://elsewhere.test', isSecret: false },
    ]
    const admin = await harness.member(Role.admin)
    await harness.store.options.set(rows, { id: admin.id, role: Role.admin })
    await harness.configure({})
    expect(await statusFor()).toMatchObject({ chat_link: 'https://other.test', server_address: 'https://elsewhere.test' })
    expect(await statusFor(admin.cookie)).toMatchObject({ chat_link: '', server_address: 'http://localhost:3000' })
  })
})

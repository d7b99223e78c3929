import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What `server_address` reads until the operator sets it. It says nothing about where the server really is. */
export const UNSET_SERVER_ADDRESS = 'http://localhost:3000'

export const serverStatus = z.object({
  version: z.string(),
  start_time: z.int(),
  // Where the console asks for the latest release; empty where it must not.
  releases_url: z.string(),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  // How the console looks to who has not chosen: `light`, `dark`; anything else follows the system.
  theme: z.string(),
  // On how many further channels a failed request is tried.
  retry_times: z.int(),
  quota_per_unit: z.number(),
  display_in_currency: z.boolean(),
  chat_link: z.string(),
  server_address: z.string(),
  top_up_link: z.string(),
  // Whether visitors may see models and prices.
  pricing_public: z.boolean(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  email_verification: z.boolean(),
  // Whether mail can be sent at all; without it nobody resets a password alone.
  mail_enabled: z.boolean(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  lark_client_id: z.string(),
  oidc: z.boolean(),
  oidc_client_id: z.string(),
  oidc_well_known: z.string(),
  oidc_authorization_endpoint: z.string(),
  oidc_token_endpoint: z.string(),
  oidc_userinfo_endpoint: z.string(),
})
export type ServerStatus = z.output<typeof serverStatus>

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/status',
  access: 'public',
  summary: 'What the console needs to know before anyone signs in',
  input: {},
  data: serverStatus,
})

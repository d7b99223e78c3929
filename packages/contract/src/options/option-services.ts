import { optionTable, type OptionKey } from './option.ts'

/**
 * What decides who gets in, or where secrets go. An option of these that an account of the role admin saved last is unconfirmed: its
 * service works for ordinary users only, until an account of the role root has saved it.
 */
export const optionServices = {
  server: ['ServerAddress'],
  password: ['PasswordLoginEnabled'],
  smtp: ['SMTPServer', 'SMTPPort', 'SMTPAccount', 'SMTPFrom', 'SMTPToken'],
  github: ['GitHubOAuthEnabled', 'GitHubClientId', 'GitHubClientSecret'],
  lark: ['LarkClientId', 'LarkClientSecret'],
  oidc: [
    'OidcEnabled',
    'OidcClientId',
    'OidcClientSecret',
    'OidcWellKnown',
    'OidcAuthorizationEndpoint',
    'OidcTokenEndpoint',
    'OidcUserinfoEndpoint',
  ],
  // The picture too: a scan of another account's code would bind that account.
  wechat: ['WeChatAuthEnabled', 'WeChatServerAddress', 'WeChatServerToken', 'WeChatAccountQRCodeImageURL'],
  pusher: ['MessagePusherAddress', 'MessagePusherToken'],
  turnstile: ['TurnstileSiteKey', 'TurnstileSecretKey'],
  chat: ['ChatLink'],
  // Whoever names the list names the prices.
  prices: ['PriceListAddress', 'PriceListDays', 'PriceListApplyEnabled', 'PriceListMaxChange'],
} as const satisfies Record<string, readonly OptionKey[]>

export type OptionService = keyof typeof optionServices

/** Which addresses a secret is sent to, or decide where it is sent to; it must be entered again when one of them changes. */
export const secretAddresses: Partial<Record<OptionKey, readonly OptionKey[]>> = {
  // With the secret comes an access token, which goes to the userinfo endpoint.
  OidcClientSecret: ['OidcWellKnown', 'OidcTokenEndpoint', 'OidcUserinfoEndpoint'],
  WeChatServerToken: ['WeChatServerAddress'],
  SMTPToken: ['SMTPServer', 'SMTPPort'],
  MessagePusherToken: ['MessagePusherAddress'],
}

const isSentTo = (secret: OptionKey, address: OptionKey): boolean => secretAddresses[secret]?.includes(address) ?? false

/** The secrets that are sent to the address this option names. */
export const secretsSentTo = (address: OptionKey): readonly OptionKey[] =>
  (Object.keys(optionTable) as OptionKey[]).filter((secret) => isSentTo(secret, address))

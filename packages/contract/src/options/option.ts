import { z } from 'zod'
import { parseJson } from '../values/json.ts'
import { wordTable } from '../values/word-table.ts'

/** How the value of an option is written, checked and shown. Values are always text on the wire. */
export type OptionKind =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'text'
  | 'url'
  | 'html'
  | 'secret'
  | 'list'
  | 'ratios'
  | 'sheets'
  | 'group-sheets'
  | 'substitutes'
  | 'group-routing'
  | 'usable-groups'
  | 'theme'
  | 'unpriced-policy'
  | 'factor-roles'
  | 'time-zone'

export interface OptionDefinition {
  readonly kind: OptionKind
  readonly default: string
}

const option = (kind: OptionKind, value = ''): OptionDefinition => ({ kind, default: value })

const QUOTA_PER_UNIT = 500_000

/** Every option of the product with its kind and default. */
export const optionTable = {
  PasswordLoginEnabled: option('boolean', 'true'),
  PasswordRegisterEnabled: option('boolean', 'true'),
  RegisterEnabled: option('boolean', 'true'),
  EmailVerificationEnabled: option('boolean', 'false'),
  EmailDomainRestrictionEnabled: option('boolean', 'false'),
  EmailDomainWhitelist: option('list', 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com'),
  SecondFactorRequiredFor: option('factor-roles', 'none'),
  GitHubOAuthEnabled: option('boolean', 'false'),
  GitHubClientId: option('text'),
  GitHubClientSecret: option('secret'),
  LarkClientId: option('text'),
  LarkClientSecret: option('secret'),
  OidcEnabled: option('boolean', 'false'),
  OidcClientId: option('text'),
  OidcClientSecret: option('secret'),
  OidcWellKnown: option('url'),
  OidcAuthorizationEndpoint: option('url'),
  OidcTokenEndpoint: option('url'),
  OidcUserinfoEndpoint: option('url'),
  WeChatAuthEnabled: option('boolean', 'false'),
  WeChatServerAddress: option('url'),
  WeChatServerToken: option('secret'),
  WeChatAccountQRCodeImageURL: option('url'),
  TurnstileCheckEnabled: option('boolean', 'false'),
  TurnstileSiteKey: option('text'),
  TurnstileSecretKey: option('secret'),
  SMTPServer: option('text'),
  SMTPPort: option('integer', '587'),
  SMTPAccount: option('text'),
  SMTPFrom: option('text'),
  SMTPToken: option('secret'),
  MessagePusherAddress: option('url'),
  MessagePusherToken: option('secret'),
  ServerAddress: option('url'),
  SystemName: option('text', 'Weir API Gateway'),
  Logo: option('url'),
  Footer: option('html'),
  Notice: option('html'),
  About: option('html'),
  HomePageContent: option('html'),
  Theme: option('theme', 'default'),
  TopUpLink: option('url'),
  ChatLink: option('url'),
  QuotaForNewUser: option('integer', '0'),
  QuotaForInviter: option('integer', '0'),
  QuotaForInvitee: option('integer', '0'),
  QuotaRemindThreshold: option('integer', '1000'),
  PreConsumedQuota: option('integer', '500'),
  QuotaPerUnit: option('number', String(QUOTA_PER_UNIT)),
  DisplayInCurrencyEnabled: option('boolean', 'true'),
  DisplayTokenStatEnabled: option('boolean', 'true'),
  ApproximateTokenEnabled: option('boolean', 'false'),
  LogConsumeEnabled: option('boolean', 'true'),
  LogRetentionDays: option('integer', '0'),
  LogBodiesEnabled: option('boolean', 'false'),
  LogBodiesDays: option('integer', '7'),
  LogBodiesKilobytes: option('integer', '64'),
  LogBodiesForUsers: option('boolean', 'false'),
  RetryTimes: option('integer', '2'),
  CacheAffinity: option('boolean', 'true'),
  ModelSubstitutes: option('substitutes', '{}'),
  GroupRouting: option('group-routing', '{}'),
  EffortSuffixes: option('boolean', 'false'),
  ResponseStoreHours: option('integer', '0'),
  TimeZone: option('time-zone', 'UTC'),
  TokenRequestsPerMinute: option('integer', '0'),
  TokenTokensPerMinute: option('integer', '0'),
  TokenParallelRequests: option('integer', '0'),
  UserRequestsPerMinute: option('integer', '0'),
  UserTokensPerMinute: option('integer', '0'),
  UserParallelRequests: option('integer', '0'),
  ChannelDisableThreshold: option('number', '5'),
  AutomaticDisableChannelEnabled: option('boolean', 'false'),
  AutomaticEnableChannelEnabled: option('boolean', 'false'),
  ModelRatio: option('ratios', '{}'),
  CompletionRatio: option('ratios', '{}'),
  CacheReadRatio: option('ratios', '{}'),
  CacheWriteRatio: option('ratios', '{}'),
  ModelSheets: option('sheets', '{}'),
  GroupSheets: option('group-sheets', '{}'),
  GroupRatio: option('ratios', '{"default":1,"vip":1,"svip":1}'),
  UserUsableGroups: option('usable-groups', '{}'),
  PricingPublic: option('boolean', 'false'),
  UnpricedModelPolicy: option('unpriced-policy', 'ceiling'),
  PriceListAddress: option('url'),
  PriceListDays: option('integer', '1'),
  PriceListApplyEnabled: option('boolean', 'false'),
  PriceListMaxChange: option('integer', '20'),
} as const satisfies Record<string, OptionDefinition>

export type OptionKey = keyof typeof optionTable

export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(optionTable, key)

export const isSecretOption = (key: OptionKey): boolean => optionTable[key].kind === 'secret'

const ratioMap = z.record(z.string().min(1), z.number().min(0).max(1_000_000))

/** Name → ratio. Anything but an object of non-negative numbers is refused. */
export const parseRatios = (text: string): Readonly<Record<string, number>> | undefined => {
  const parsed = ratioMap.safeParse(parseJson(text.trim() === '' ? '{}' : text))
  return parsed.success ? wordTable(parsed.data) : undefined
}

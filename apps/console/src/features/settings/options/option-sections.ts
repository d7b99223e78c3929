import type { OptionKey } from '@weir/contract/options/option'
import type { OptionService } from '@weir/contract/options/option-services'
import type { MessageKey } from '../../../shared/i18n/translate.ts'
import type { OptionControl } from './option-changes.ts'

type KeyAfter<Prefix extends string, K extends string> = K extends `${Prefix}${infer Rest}` ? Rest : never
type SectionName = Exclude<KeyAfter<'section.', MessageKey>, `help.${string}`>
type HelpKey = Extract<MessageKey, `option.help.${string}`>

/** Keys that have a text of their own: the ones the console shows. */
type ShownOption = Extract<OptionKey, KeyAfter<'option.', MessageKey>>

export interface OptionField {
  readonly key: ShownOption
  readonly control: OptionControl
  readonly help?: HelpKey
  readonly example?: string
  readonly step?: number
}

export interface Section {
  readonly name: SectionName
  readonly help?: Extract<MessageKey, `section.help.${string}`>
  /** What the section sets up, when it serves admins only after root has saved it. */
  readonly service?: OptionService
  readonly fields: readonly OptionField[]
  readonly toggles: readonly ShownOption[]
  /** The switch among the ways to sign in that puts these credentials to use; shown here as well. */
  readonly switchedBy?: ShownOption
}

const text = (key: ShownOption, example?: string): OptionField => ({ key, control: 'text', ...(example === undefined ? {} : { example }) })
const url = (key: ShownOption, help?: HelpKey): OptionField => ({ key, control: 'url', ...(help === undefined ? {} : { help }) })
const secret = (key: ShownOption): OptionField => ({ key, control: 'secret' })
const number = (key: ShownOption, more: Omit<OptionField, 'key' | 'control'> = {}): OptionField => ({ key, control: 'number', ...more })
const json = (key: ShownOption, help: HelpKey, example?: string): OptionField => ({
  key,
  control: 'json',
  help,
  ...(example === undefined ? {} : { example }),
})

export const monitorSection: Section = {
  name: 'monitor',
  fields: [
    number('ChannelDisableThreshold', { help: 'option.help.ChannelDisableThreshold' }),
    number('QuotaRemindThreshold', { help: 'option.help.QuotaRemindThreshold' }),
  ],
  toggles: ['AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled'],
}

export const quotaSection: Section = {
  name: 'quota',
  fields: [
    number('QuotaForNewUser', { example: '100' }),
    number('QuotaForInvitee', { example: '1000' }),
    number('QuotaForInviter', { example: '2000' }),
    number('PreConsumedQuota', { help: 'option.help.PreConsumedQuota' }),
  ],
  toggles: [],
}

export const ratioSection: Section = {
  name: 'ratio',
  fields: [
    json('ModelRatio', 'option.help.ModelRatio'),
    json('GroupRatio', 'option.help.GroupRatio'),
    json('UserUsableGroups', 'option.help.UserUsableGroups'),
    json('CompletionRatio', 'option.help.CompletionRatio'),
    json('CacheReadRatio', 'option.help.CacheReadRatio'),
    json('CacheWriteRatio', 'option.help.CacheWriteRatio'),
    json('ModelSheets', 'option.help.ModelSheets'),
    json('GroupSheets', 'option.help.GroupSheets'),
    { key: 'UnpricedModelPolicy', control: 'choice', help: 'option.help.UnpricedModelPolicy' },
  ],
  toggles: ['PricingPublic'],
}

export const priceListSection: Section = {
  name: 'prices',
  help: 'section.help.prices',
  service: 'prices',
  fields: [
    url('PriceListAddress', 'option.help.PriceListAddress'),
    number('PriceListDays', { help: 'option.help.PriceListDays' }),
    number('PriceListMaxChange', { help: 'option.help.PriceListMaxChange' }),
  ],
  toggles: ['PriceListApplyEnabled'],
}

export const generalSection: Section = {
  name: 'general',
  service: 'chat',
  fields: [
    url('TopUpLink', 'option.help.TopUpLink'),
    url('ChatLink', 'option.help.ChatLink'),
    number('QuotaPerUnit', { step: 0.01, help: 'option.help.QuotaPerUnit' }),
    number('RetryTimes', { help: 'option.help.RetryTimes' }),
  ],
  toggles: ['DisplayInCurrencyEnabled', 'DisplayTokenStatEnabled', 'ApproximateTokenEnabled'],
}

export const logSection: Section = {
  name: 'log',
  help: 'section.help.log',
  fields: [
    number('LogRetentionDays', { help: 'option.help.LogRetentionDays' }),
    number('LogBodiesDays', { help: 'option.help.LogBodiesDays' }),
    number('LogBodiesKilobytes', { help: 'option.help.LogBodiesKilobytes' }),
  ],
  toggles: ['LogConsumeEnabled', 'LogBodiesEnabled', 'LogBodiesForUsers'],
}

export const limitSection: Section = {
  name: 'limits',
  help: 'section.help.limits',
  fields: [
    number('TokenRequestsPerMinute'),
    number('TokenTokensPerMinute'),
    number('TokenParallelRequests'),
    number('UserRequestsPerMinute'),
    number('UserTokensPerMinute'),
    number('UserParallelRequests'),
    text('TimeZone', 'Asia/Shanghai'),
  ],
  toggles: [],
}

export const routingSection: Section = {
  name: 'routing',
  help: 'section.help.routing',
  fields: [
    json('ModelSubstitutes', 'option.help.ModelSubstitutes', '{"gpt-5": ["gpt-5-mini"]}'),
    json('GroupRouting', 'option.help.GroupRouting', '{"vip": "latency"}'),
    number('ResponseStoreHours', { help: 'option.help.ResponseStoreHours' }),
  ],
  toggles: ['CacheAffinity', 'EffortSuffixes'],
}

export const serverSection: Section = {
  name: 'general',
  help: 'section.help.general',
  service: 'server',
  fields: [url('ServerAddress')],
  toggles: [],
}

export const signInSection: Section = {
  name: 'sign-in',
  service: 'password',
  fields: [],
  toggles: [
    'PasswordLoginEnabled',
    'PasswordRegisterEnabled',
    'RegisterEnabled',
    'EmailVerificationEnabled',
    'GitHubOAuthEnabled',
    'WeChatAuthEnabled',
    'OidcEnabled',
    'TurnstileCheckEnabled',
  ],
}

export const factorSection: Section = {
  name: 'second-factor',
  fields: [{ key: 'SecondFactorRequiredFor', control: 'choice', help: 'option.help.SecondFactorRequiredFor' }],
  toggles: [],
}

/** In the product's order; OpenID Connect stands beside the other ways in. */
export const serviceSections: readonly Section[] = [
  {
    name: 'smtp',
    help: 'section.help.smtp',
    service: 'smtp',
    fields: [
      text('SMTPServer', 'smtp.example.com'),
      number('SMTPPort', { example: '587' }),
      text('SMTPAccount'),
      text('SMTPFrom', 'gateway@example.com'),
      secret('SMTPToken'),
    ],
    toggles: [],
  },
  {
    name: 'github',
    help: 'section.help.github',
    service: 'github',
    fields: [text('GitHubClientId'), secret('GitHubClientSecret')],
    toggles: [],
    switchedBy: 'GitHubOAuthEnabled',
  },
  { name: 'lark', help: 'section.help.lark', service: 'lark', fields: [text('LarkClientId'), secret('LarkClientSecret')], toggles: [] },
  {
    name: 'oidc',
    help: 'section.help.oidc',
    service: 'oidc',
    fields: [
      text('OidcClientId'),
      secret('OidcClientSecret'),
      url('OidcWellKnown'),
      url('OidcAuthorizationEndpoint'),
      url('OidcTokenEndpoint'),
      url('OidcUserinfoEndpoint'),
    ],
    toggles: [],
    switchedBy: 'OidcEnabled',
  },
  {
    name: 'wechat',
    help: 'section.help.wechat',
    service: 'wechat',
    fields: [url('WeChatServerAddress'), secret('WeChatServerToken'), url('WeChatAccountQRCodeImageURL')],
    toggles: [],
    switchedBy: 'WeChatAuthEnabled',
  },
  {
    name: 'pusher',
    help: 'section.help.pusher',
    service: 'pusher',
    fields: [url('MessagePusherAddress'), secret('MessagePusherToken')],
    toggles: [],
  },
  {
    name: 'turnstile',
    help: 'section.help.turnstile',
    service: 'turnstile',
    fields: [text('TurnstileSiteKey'), secret('TurnstileSecretKey')],
    toggles: [],
    switchedBy: 'TurnstileCheckEnabled',
  },
]

/** Where the credentials behind a switch are filled in. */
export const credentialsOf = (option: ShownOption): Section['name'] | undefined =>
  serviceSections.find(({ switchedBy }) => switchedBy === option)?.name

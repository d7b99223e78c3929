import { describe, expect, it } from 'bun:test'
import { isOptionKey, isSecretOption, optionTable, parseRatios, type OptionKey } from './option.ts'

describe('the options', () => {
  it('have these kinds and defaults', () => {
    const rows = Object.entries(optionTable).map(([key, { kind, default: value }]) => `    ${key} ${kind} ${value}`.trimEnd())
    expect(`\n${rows.join('\n')}\n`).toBe(`
    PasswordLoginEnabled boolean true
    PasswordRegisterEnabled boolean true
    RegisterEnabled boolean true
    EmailVerificationEnabled boolean false
    EmailDomainRestrictionEnabled boolean false
    EmailDomainWhitelist list gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com
    SecondFactorRequiredFor factor-roles none
    GitHubOAuthEnabled boolean false
    GitHubClientId text
    GitHubClientSecret secret
    LarkClientId text
    LarkClientSecret secret
    OidcEnabled boolean false
    OidcClientId text
    OidcClientSecret secret
    OidcWellKnown url
    OidcAuthorizationEndpoint url
    OidcTokenEndpoint url
    OidcUserinfoEndpoint url
    WeChatAuthEnabled boolean false
    WeChatServerAddress url
    WeChatServerToken secret
    WeChatAccountQRCodeImageURL url
    TurnstileCheckEnabled boolean false
    TurnstileSiteKey text
    TurnstileSecretKey secret
    SMTPServer text
    SMTPPort integer 587
    SMTPAccount text
    SMTPFrom text
    SMTPToken secret
    MessagePusherAddress url
    MessagePusherToken secret
    ServerAddress url
    SystemName text Weir API Gateway
    Logo url
    Footer html
    Notice html
    About html
    HomePageContent html
    Theme theme default
    TopUpLink url
    ChatLink url
    QuotaForNewUser integer 0
    QuotaForInviter integer 0
    QuotaForInvitee integer 0
    QuotaRemindThreshold integer 1000
    PreConsumedQuota integer 500
    QuotaPerUnit number 500000
    DisplayInCurrencyEnabled boolean true
    DisplayTokenStatEnabled boolean true
    ApproximateTokenEnabled boolean false
    LogConsumeEnabled boolean true
    LogRetentionDays integer 0
    LogBodiesEnabled boolean false
    LogBodiesDays integer 7
    LogBodiesKilobytes integer 64
    LogBodiesForUsers boolean false
    RetryTimes integer 2
    CacheAffinity boolean true
    ModelSubstitutes substitutes {}
    GroupRouting group-routing {}
    EffortSuffixes boolean false
    ResponseStoreHours integer 0
    TimeZone time-zone UTC
    TokenRequestsPerMinute integer 0
    TokenTokensPerMinute integer 0
    TokenParallelRequests integer 0
    UserRequestsPerMinute integer 0
    UserTokensPerMinute integer 0
    UserParallelRequests integer 0
    ChannelDisableThreshold number 5
    AutomaticDisableChannelEnabled boolean false
    AutomaticEnableChannelEnabled boolean false
    ModelRatio ratios {}
    CompletionRatio ratios {}
    CacheReadRatio ratios {}
    CacheWriteRatio ratios {}
    ModelSheets sheets {}
    GroupSheets group-sheets {}
    GroupRatio ratios {"default":1,"vip":1,"svip":1}
    UserUsableGroups usable-groups {}
    PricingPublic boolean false
    UnpricedModelPolicy unpriced-policy ceiling
    PriceListAddress url
    PriceListDays integer 1
    PriceListApplyEnabled boolean false
    PriceListMaxChange integer 20
`)
  })

  it('that are secret are never shown again', () => {
    const keys = Object.keys(optionTable) as OptionKey[]
    expect(keys.filter(isSecretOption).toSorted()).toEqual([
      'GitHubClientSecret',
      'LarkClientSecret',
      'MessagePusherToken',
      'OidcClientSecret',
      'SMTPToken',
      'TurnstileSecretKey',
      'WeChatServerToken',
    ])
  })

  it('are known by their exact names', () => {
    expect(['Theme', 'theme', 'toString'].map(isOptionKey)).toEqual([true, false, false])
  })
})

describe('ratios', () => {
  it.each<readonly [string, object | undefined]>([
    ['', {}],
    [' ', {}],
    ['{"a":0,"b":1000000}', { a: 0, b: 1_000_000 }],
    ['{"a":1000001}', undefined],
    ['{"a":-1}', undefined],
    ['{"":1}', undefined],
    ['{"a":"1"}', undefined],
    ['[]', undefined],
    ['{', undefined],
  ])('%p are %p', (text, ratios) => {
    expect(parseRatios(text)).toEqual(ratios as Record<string, number>)
  })
})

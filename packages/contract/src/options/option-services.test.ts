import { expect, it } from 'bun:test'
import { optionTable } from './option.ts'
import { optionServices, secretAddresses, secretsSentTo } from './option-services.ts'

/** Neither identities nor secrets depend on these: figures, texts, limits, and switches that concern ordinary users alone. */
const OPEN_TO_ADMINS = [
  'PasswordRegisterEnabled',
  'RegisterEnabled',
  'EmailVerificationEnabled',
  'EmailDomainRestrictionEnabled',
  'EmailDomainWhitelist',
  'TurnstileCheckEnabled',
  'SystemName',
  'Logo',
  'Footer',
  'Notice',
  'About',
  'HomePageContent',
  'Theme',
  'TopUpLink',
  'QuotaForNewUser',
  'QuotaForInviter',
  'QuotaForInvitee',
  'QuotaRemindThreshold',
  'PreConsumedQuota',
  'QuotaPerUnit',
  'DisplayInCurrencyEnabled',
  'DisplayTokenStatEnabled',
  'ApproximateTokenEnabled',
  'LogConsumeEnabled',
  'LogRetentionDays',
  'LogBodiesEnabled',
  'LogBodiesDays',
  'LogBodiesKilobytes',
  'LogBodiesForUsers',
  'RetryTimes',
  'CacheAffinity',
  'ModelSubstitutes',
  'GroupRouting',
  'EffortSuffixes',
  'ResponseStoreHours',
  'TimeZone',
  'TokenRequestsPerMinute',
  'TokenTokensPerMinute',
  'TokenParallelRequests',
  'UserRequestsPerMinute',
  'UserTokensPerMinute',
  'UserParallelRequests',
  'ChannelDisableThreshold',
  'AutomaticDisableChannelEnabled',
  'AutomaticEnableChannelEnabled',
  'ModelRatio',
  'CompletionRatio',
  'CacheReadRatio',
  'CacheWriteRatio',
  'ModelSheets',
  'GroupSheets',
  'GroupRatio',
  'UserUsableGroups',
  'PricingPublic',
  'UnpricedModelPolicy',
]

/** The server refuses them to an admin. */
const ROOT_ALONE = ['SecondFactorRequiredFor']

it('every option either belongs to a service that root confirms, is for root alone or is left to admins, once', () => {
  const guarded = Object.values(optionServices).flat()
  expect([...guarded, ...ROOT_ALONE, ...OPEN_TO_ADMINS].toSorted()).toEqual(Object.keys(optionTable).toSorted())
})

it('every secret goes to an address among the options or to one that only the environment changes', () => {
  const secrets = Object.entries(optionTable).filter(([, { kind }]) => kind === 'secret')
  const fixed = ['GitHubClientSecret', 'LarkClientSecret', 'TurnstileSecretKey']
  expect([...Object.keys(secretAddresses), ...fixed].toSorted()).toEqual(secrets.map(([key]) => key).toSorted())
  expect(secretsSentTo('SMTPPort')).toEqual(['SMTPToken'])
  expect(secretsSentTo('SystemName')).toEqual([])
})

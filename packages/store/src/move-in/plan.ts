import type { KeyModeName } from '@weir/contract/channels/channel-keys'
import type { SecretOverrides } from '@weir/contract/channels/laid-overrides'
import type { Family } from './older-data.ts'
import type { Note } from './notes.ts'

export interface PlannedUser {
  readonly id: number
  readonly username: string
  /** Empty where an older account of the source has a name that reads like this one. */
  readonly folded: string | null
  readonly shape: string | null
  readonly passwordHash: string
  readonly displayName: string
  readonly role: number
  readonly status: number
  readonly email: string | null
  readonly githubId: string | null
  readonly wechatId: string | null
  readonly larkId: string | null
  readonly oidcId: string | null
  readonly affCode: string | null
  readonly accessToken: string | null
  readonly requestCount: number
  readonly group: string
  readonly inviterId: number
  /** 0 when the source does not tell. */
  readonly createdAt: number
  /** What was granted, used and forfeited: the balance is what remains. */
  readonly granted: bigint
  readonly used: bigint
  readonly forfeited: bigint
  readonly totpSecret: string | undefined
}

export interface PlannedToken {
  readonly id: number
  readonly userId: number
  readonly key: string
  readonly status: number
  readonly name: string
  readonly createdTime: number
  readonly accessedTime: number
  readonly expiredTime: number
  readonly remainQuota: bigint
  readonly isUnlimited: boolean
  readonly usedQuota: bigint
  readonly models: string
  readonly subnet: string
  readonly group: string
}

/** How one of several keys is; the state of an only key is the channel's. */
export interface PlannedKeyState {
  readonly status: number
  /** 0 for never. */
  readonly changedAt: number
}

export interface PlannedKey extends PlannedKeyState {
  readonly key: string
}

export interface PlannedChannel {
  readonly id: number
  readonly type: number
  readonly key: string
  readonly status: number
  readonly name: string
  readonly weight: number
  readonly createdTime: number
  readonly testTime: number
  readonly responseTime: number
  readonly tag: string
  readonly baseUrl: string
  readonly other: string
  readonly balance: number
  readonly balanceUpdatedTime: number
  readonly models: string
  readonly group: string
  readonly usedQuota: bigint
  readonly modelMapping: string
  readonly priority: number
  readonly config: string
  readonly secretConfig: string
  readonly systemPrompt: string
  readonly headerOverride: string
  readonly paramOverride: string
  readonly proxy: string
  readonly secretOverrides: SecretOverrides
  /** Of the key above. */
  readonly keyState: PlannedKeyState
  readonly furtherKeys: readonly PlannedKey[]
  readonly keyMode: KeyModeName
}

export interface PlannedRedemption {
  readonly id: number
  readonly userId: number
  readonly key: string
  readonly status: number
  readonly name: string
  readonly quota: bigint
  readonly createdTime: number
  readonly redeemedTime: number
  readonly redeemedBy: number
}

export interface PlannedOption {
  readonly name: string
  readonly value: string
  readonly isSecret: boolean
}

/** One sum of money, there and here. */
export interface Sum {
  readonly name: string
  readonly there: bigint
  readonly here: bigint
}

export interface RowCount {
  readonly table: string
  readonly there: number
  readonly here: number
}

/** What an older database becomes. Made without a look at the target. */
export interface Plan {
  readonly family: Family
  readonly users: readonly PlannedUser[]
  readonly tokens: readonly PlannedToken[]
  readonly channels: readonly PlannedChannel[]
  readonly redemptions: readonly PlannedRedemption[]
  readonly options: readonly PlannedOption[]
  readonly counts: readonly RowCount[]
  /** What the source holds; what is here is read back from the target. */
  readonly sums: Readonly<Record<SumName, bigint>>
  readonly notes: readonly Note[]
}

export const SUM_NAMES = [
  'balances of accounts',
  'forfeited by deleted accounts',
  'used by accounts',
  'left on tokens',
  'unused codes',
] as const
export type SumName = (typeof SUM_NAMES)[number]

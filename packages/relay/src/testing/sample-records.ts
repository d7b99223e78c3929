import type { Channel } from '../ports.ts'
import type { Identity } from '../identity.ts'

export const channelOf = (over: Partial<Channel>, index: number): Channel => ({
  id: index + 1,
  type: 1,
  name: `c${index + 1}`,
  key: `key-${index + 1}`,
  baseUrl: '',
  other: '',
  config: {},
  models: ['m'],
  groups: ['default'],
  priority: -index,
  weight: 0,
  modelMapping: {},
  systemPrompt: '',
  ...over,
})

export const identityOf = (over: Partial<Identity> = {}): Identity => ({
  tokenId: 7,
  tokenName: 't',
  tokenState: 'enabled',
  expiresAt: -1,
  isUnlimited: true,
  remainQuota: 0,
  models: [],
  subnets: [],
  userId: 5,
  username: 'u',
  isUserEnabled: true,
  isAdmin: false,
  group: 'default',
  ...over,
})

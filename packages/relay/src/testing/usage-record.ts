import type { UsageRecord } from '../ports.ts'

/** What a request came to, of nobody in particular. */
export const usageRecord = (over: Partial<UsageRecord> = {}): UsageRecord => ({
  createdAt: 0,
  username: 'someone',
  tokenName: 'token',
  model: 'gpt-4o',
  channelId: 0,
  promptTokens: 3,
  completionTokens: 4,
  elapsedMs: 12,
  isStream: true,
  isSystemPromptReset: false,
  isLogged: true,
  outcome: 'ok',
  content: '',
  detail: {},
  ...over,
})

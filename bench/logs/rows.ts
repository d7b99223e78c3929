const DAY = 86_400
export const NOW = 1_800_000_000
export const SPAN_SECONDS = 60 * DAY
export const START = NOW - SPAN_SECONDS
export const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
export const USERS = 300

/** Few make most of the traffic, as everywhere. A user has three tokens. */
export const skewed = (count: number): number => Math.floor(count * Math.random() ** 2) + 1

export const detail = {
  price: { version: '2026-08', isListed: true, model: 0.075, completion: 4, cacheRead: 0.5, cacheWrite: 1, group: 1 },
  usage: { promptTokens: 1200, completionTokens: 300, cachedTokens: 1000, source: 'upstream' },
  attempts: [{ channelId: 3, status: 200, ms: 812 }],
}
const detailText = JSON.stringify(detail)

const GROUPS = ['default', 'default', 'default', 'vip', 'svip'] as const

const FAULTS = ['overloaded', 'rate-limited', 'unreachable', 'too-slow'] as const
export const faultAt = (index: number): string => FAULTS[index % FAULTS.length] ?? ''

/** Rows whose ids of requests were made in the same second, within an hour of their booking. */
export const ID_BATCH = 500

const timeAt = (index: number): number => START + Math.floor((index / ROWS) * SPAN_SECONDS)

/** The beginning of an id, which tells its time. */
export const requestStampAt = (index: number): string =>
  `${new Date(timeAt(index - (index % ID_BATCH)) * 1000).toISOString().slice(0, 19).replace(/\D/g, '')}000`

export const requestIdAt = (index: number): string => `${requestStampAt(index)}${index}`

export const rowAt = (index: number) => {
  const user = skewed(USERS)
  const dice = Math.random()
  const hasFailed = dice > 0.95 && dice < 0.97
  return {
    user_id: user,
    created_at: timeAt(index),
    type: dice < 0.97 ? 2 : 1 + (Math.floor(dice * 1000) % 5),
    content: hasFailed ? faultAt(index) : '0.075 × 1 × 4',
    username: `user-${user}`,
    token_name: `token-${3 * user - skewed(3) + 1}`,
    model_name: `model-${skewed(40)}`,
    quota: Math.floor(Math.random() * 5000),
    prompt_tokens: Math.floor(Math.random() * 4000),
    completion_tokens: Math.floor(Math.random() * 900),
    channel_id: skewed(50),
    request_id: requestIdAt(index),
    elapsed_time: Math.floor(Math.random() * 9000),
    is_stream: dice < 0.5,
    system_prompt_reset: false,
    outcome: hasFailed ? 'failed' : 'ok',
    attempts: dice < 0.03 ? 2 : 1,
    group_name: GROUPS[user % GROUPS.length] ?? '',
    cost: dice < 0.5 ? Math.floor(Math.random() * 4000) : null,
    detail: detailText,
  }
}

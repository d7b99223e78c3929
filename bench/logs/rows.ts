export const DAY = 86_400
export const DAYS = 60
/** Postings are kept by blocks of so many ids. */
const BLOCK_ROWS = 4096
const wanted = process.argv.includes('--large') ? 100_000_000 : Number(process.env['BENCH_ROWS'] ?? 1_000_000)
/** Whole blocks, so that the index of a day can be copied as its rows are. */
export const ROWS_A_DAY = Math.max(1, Math.round(wanted / DAYS / BLOCK_ROWS)) * BLOCK_ROWS
export const BLOCKS_A_DAY = ROWS_A_DAY / BLOCK_ROWS
export const FIRST_ID = BLOCK_ROWS
export const ROWS = ROWS_A_DAY * DAYS
/** A midnight of UTC. */
export const START = 20_773 * DAY
/** At no beginning of a day. */
export const NOW = START + DAYS * DAY - 16 * 3600
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

const timeAt = (index: number): number => START + Math.floor((index / ROWS_A_DAY) * DAY)

/** It begins with its time, as ids of requests do; days differ in nothing else. */
export const dateAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', '')
export const requestIdAt = (index: number): string => {
  const clock = new Date(timeAt(index) * 1000).toISOString().slice(11, 19).replaceAll(':', '')
  return `${dateAt(timeAt(index))}${clock}000${index % ROWS_A_DAY}`
}

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

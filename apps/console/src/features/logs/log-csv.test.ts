import { expect, test } from 'bun:test'
import type { LogObject } from '@weir/contract/log'
import { logCsvRows } from './log-csv.ts'

const row: LogObject = {
  id: 1,
  user_id: 2,
  created_at: 1_700_000_000,
  type: 2,
  content: '1 × 1 × 1',
  username: 'alice',
  token_name: 'app',
  model_name: 'gpt-4o',
  quota: 1500,
  prompt_tokens: 12,
  completion_tokens: 34,
  channel: 5,
  request_id: 'r1',
  elapsed_time: 900,
  is_stream: true,
  system_prompt_reset: false,
  outcome: 'failed',
  fault: 'unreachable',
  attempts: 2,
  first_byte_time: 300,
  address: '192.0.2.1',
  channel_name: 'main',
}
const options = { text: (key: string) => key, display: { quotaPerUnit: 500_000, inCurrency: true }, isAdmin: true }

test('writes exact times, raw units and money', () => {
  const [, line] = logCsvRows([row], options)
  expect(line).toEqual([
    '2023-11-14T22:13:20.000Z',
    5,
    'alice',
    'app',
    'log.type.consume',
    'gpt-4o',
    12,
    34,
    1500,
    0.003,
    900,
    'r1',
    '1 × 1 × 1',
    300,
    'log.outcome.failed',
    'unreachable',
    2,
    '192.0.2.1',
    'main',
  ])
})

test('leaves user and channel out for everyone but administrators', () => {
  const [head] = logCsvRows([row], { ...options, isAdmin: false })
  expect(head?.join(' ')).toBe(
    'log.time log.token log.type log.model log.prompt log.completion log.quota log.money log.elapsedMs log.requestId log.detail log.firstByteMs log.outcome log.reason log.attempts log.address',
  )
})

test('writes no money where a unit is worth nothing', () => {
  const moneyAt = (quotaPerUnit: number) => logCsvRows([row], { ...options, display: { quotaPerUnit, inCurrency: true } })[1]?.[9]
  expect([moneyAt(0), moneyAt(1), moneyAt(0.5)]).toEqual(['', 1500, 3000])
})

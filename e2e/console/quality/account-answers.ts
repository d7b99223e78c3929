import type { BudgetObject } from '@weir/contract/budget'
import type { StatementObject } from '@weir/contract/ledger/statement'
import { SETUP_STEPS, type SetupState } from '@weir/contract/overview'
import { NOW } from '../acceptance/harness/fixtures.ts'

export const statementOf = (name: string): StatementObject => ({
  user_id: 1,
  username: name,
  month: '2026-11',
  time_zone: 'UTC',
  start: NOW - 16 * 86_400,
  end: NOW,
  is_over: false,
  opening: 900_000,
  closing: 800_000,
  total_credits: 100_000,
  total_charges: 210_000,
  total_corrections: 10_000,
  credits: [{ time: NOW, kind: 'adjustment', amount: 100_000, reason: name }],
  more_credits: { count: 0, amount: 0 },
  charges: [{ model: name, requests: 90, prompt_tokens: 12_000, completion_tokens: 900, amount: 200_000 }],
  unlisted_charges: 10_000,
  corrections: [{ model: name, requests: 3, amount: 10_000 }],
})

export const budgetOf = (name: string): BudgetObject => ({
  id: 1,
  scope: 'group',
  scope_id: name,
  scope_name: name,
  model: '',
  unit: 'requests',
  period: 'day',
  limit: 100,
  hard: true,
  used: 90,
  reserved: 0,
  remaining: 10,
  resets_at: NOW,
  created_time: NOW,
  revision: '1',
})

export const setupLeft: SetupState = {
  steps: SETUP_STEPS.map((id) => ({ id, is_done: id === 'password' })),
  untested_channel: null,
  tested_model: '',
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, noData, pageQuery } from './envelope.ts'
import { cleanText, epochSeconds, quotaNotNegative } from './values/quantity.ts'

export const BUDGET_SCOPES = ['token', 'user', 'group'] as const
export const BUDGET_UNITS = ['requests', 'tokens', 'quota'] as const
export const BUDGET_PERIODS = ['minute', 'hour', 'day', 'week', 'month', 'total'] as const

export type BudgetScope = (typeof BUDGET_SCOPES)[number]
export type BudgetUnit = (typeof BUDGET_UNITS)[number]
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number]

const isOneOf =
  <T extends string>(names: readonly T[]) =>
  (name: string): name is T =>
    names.some((known) => known === name)

export const isBudgetScope = isOneOf(BUDGET_SCOPES)
export const isBudgetUnit = isOneOf(BUDGET_UNITS)
export const isBudgetPeriod = isOneOf(BUDGET_PERIODS)

const MAX_NAME_LENGTH = 255

const scope = z.enum(BUDGET_SCOPES)
const unit = z.enum(BUDGET_UNITS)
const period = z.enum(BUDGET_PERIODS)
const model = cleanText(MAX_NAME_LENGTH).transform((name) => name.trim())
/** 0 means "no limit" to many clients and "nothing" to others, so it is neither. */
const limit = z.int().min(1)

/** The number of a token or a user, or the name of a group. */
const scopeId = z
  .union([z.int().min(0), cleanText(MAX_NAME_LENGTH)])
  .transform((id) => String(id).trim())
  .refine((id) => id !== '', 'required')

export const budgetObject = z.object({
  id: z.int(),
  scope,
  scope_id: z.union([z.int(), z.string()]),
  /** Of the token, the user or the group. */
  scope_name: z.string(),
  /** Empty: all models together. */
  model: z.string(),
  unit,
  period,
  limit: z.int(),
  hard: z.boolean(),
  /** In the running period. */
  used: quotaNotNegative,
  /** What running requests may come to. */
  reserved: quotaNotNegative,
  remaining: quotaNotNegative,
  /** When the next period begins; null when there is none. */
  resets_at: epochSeconds.nullable(),
  created_time: epochSeconds,
  /** Another one whenever any of the fields that can be changed is. */
  revision: z.string(),
})
export type BudgetObject = z.output<typeof budgetObject>

interface Revised {
  /** Another one whenever something else is counted. */
  readonly series: number
  readonly limit: number
  readonly isHard: boolean
}

/** What can be changed of a budget, in one word. */
export const budgetRevision = ({ series, limit, isHard }: Revised): string => `${series} ${limit} ${isHard ? 'hard' : 'warning'}`

export const listBudgets = endpoint({
  method: 'GET',
  path: '/api/budget/',
  access: 'admin',
  summary: 'One page of budgets, newest first, by scope, model, unit or period',
  input: {
    query: pageQuery.extend({
      scope: scope.optional(),
      scope_id: cleanText(MAX_NAME_LENGTH).optional(),
      model: cleanText(MAX_NAME_LENGTH).optional(),
      unit: unit.optional(),
      period: period.optional(),
    }),
  },
  data: z.array(budgetObject),
})

export const listOwnBudgets = endpoint({
  method: 'GET',
  path: '/api/budget/self',
  access: 'user',
  summary: 'The budgets that you, your tokens and your group fall under, and what is left of them',
  input: {},
  data: z.array(budgetObject),
})

export const getBudget = endpoint({
  method: 'GET',
  path: '/api/budget/:id',
  access: 'admin',
  summary: 'One budget and what is left of it',
  input: { params: idParams },
  data: budgetObject,
})

const fields = z.object({ scope, scope_id: scopeId, model: model.default(''), unit, period, limit, hard: z.boolean().default(true) })
export type BudgetInput = z.output<typeof fields>

export const createBudget = endpoint({
  method: 'POST',
  path: '/api/budget/',
  access: 'admin',
  summary: 'Make a budget; it counts from now on',
  input: { body: fields },
  data: budgetObject,
  audit: 'budget.create',
})

export const editBudget = endpoint({
  method: 'PUT',
  path: '/api/budget/',
  access: 'admin',
  summary: 'Change a budget; what was counted stays unless scope, model, unit or period change',
  input: {
    body: z.object({
      id: z.int().positive(),
      scope: scope.optional(),
      scope_id: scopeId.optional(),
      model: model.optional(),
      unit: unit.optional(),
      period: period.optional(),
      limit: limit.optional(),
      hard: z.boolean().optional(),
      /** As it was read: refused where another has changed the budget since. */
      revision: cleanText(64).optional(),
    }),
  },
  data: budgetObject,
  audit: 'budget.edit',
})

export const deleteBudget = endpoint({
  method: 'DELETE',
  path: '/api/budget/:id/',
  access: 'admin',
  summary: 'Delete a budget with everything it has counted',
  input: { params: idParams },
  data: noData,
  audit: 'budget.delete',
})

import type { Budget, BudgetCounter, BudgetOutcome, BudgetUnit, RemainingLimit, RemainingLimits } from './budget.ts'
import type { Hold } from './ports.ts'
import { RelayRefusal } from './refusal.ts'
import type { Caller } from './stage-types.ts'

const tighterOf = (a: RemainingLimit | undefined, b: RemainingLimit | undefined): RemainingLimit | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return b.remaining < a.remaining ? b : a
}

/** Of two sets of limits, those that will refuse first. */
export const tighter = (a: RemainingLimits, b: RemainingLimits): RemainingLimits => ({
  requests: tighterOf(a.requests, b.requests),
  tokens: tighterOf(a.tokens, b.tokens),
  quota: tighterOf(a.quota, b.quota),
})

const secondsLeft = ({ periodEnd }: BudgetCounter, now: number): number | undefined =>
  periodEnd === undefined ? undefined : Math.max(1, Math.ceil(periodEnd - now / 1000))

/** What a caller is told of budgets: of each unit the tightest. Those that only warn refuse nothing, so they are not told. */
export const budgetsLeft = ({ budgets = [] }: Hold, { left }: BudgetOutcome, now: number): RemainingLimits => {
  const tightest: { -readonly [Unit in BudgetUnit]?: RemainingLimit } = {}
  for (const [index, { counter }] of budgets.entries()) {
    const { unit, budget } = counter
    const remaining = left[index] ?? 0
    if (!budget.isHard || remaining >= (tightest[unit]?.remaining ?? Infinity)) continue
    tightest[unit] = { limit: budget.limit, remaining, resetSeconds: secondsLeft(counter, now) }
  }
  return tightest
}

const UNITS: Readonly<Record<BudgetUnit, { readonly zh: string; readonly en: string; readonly one: string }>> = {
  requests: { zh: '次请求', en: 'requests', one: 'request' },
  tokens: { zh: '个 Token', en: 'tokens', one: 'token' },
  quota: { zh: '点额度', en: 'units of quota', one: 'unit of quota' },
}

const PERIODS: Readonly<Record<Budget['period'], { readonly zh: string; readonly en: string }>> = {
  minute: { zh: '每分钟', en: 'per minute' },
  hour: { zh: '每小时', en: 'per hour' },
  day: { zh: '每天', en: 'per day' },
  week: { zh: '每周', en: 'per week' },
  month: { zh: '每月', en: 'per month' },
  total: { zh: '总共', en: 'in all' },
}

const ownerOf = ({ scope }: Budget, { tokenName, username, group }: Caller): { readonly zh: string; readonly en: string } => {
  switch (scope) {
    case 'token':
      return { zh: `令牌「${tokenName}」`, en: `token "${tokenName}"` }
    case 'user':
      return { zh: `用户「${username}」`, en: `user "${username}"` }
    case 'group':
      return { zh: `分组「${group}」`, en: `group "${group}"` }
  }
}

interface RefusalFacts {
  readonly caller: Caller
  readonly refusedBy: BudgetCounter
  readonly now: number
}

interface Shortage {
  readonly left: number
  readonly needed: number
}

const shortageOf = ({ budgets = [] }: Hold, { left }: BudgetOutcome, refusedBy: BudgetCounter): Shortage => {
  const index = budgets.findIndex(({ counter }) => counter.key === refusedBy.key)
  return { left: left[index] ?? 0, needed: budgets[index]?.amount ?? 0 }
}

const problemOf = ({ budget, periodEnd }: BudgetCounter, caller: Caller, { left, needed }: Shortage) => {
  const { id, limit, model } = budget
  const [owner, period, unit] = [ownerOf(budget, caller), PERIODS[budget.period], UNITS[budget.unit]]
  const resets = periodEnd === undefined ? '' : new Date(periodEnd * 1000).toISOString().replace('.000', '')
  const zh = { model: model && `，模型 ${model}`, end: resets === '' ? '请联系管理员提高预算' : `${resets} 重置` }
  const en = { model: model && `, model ${model}`, end: resets === '' ? 'Ask the administrator to raise it' : `It resets at ${resets}` }
  return {
    zh: `${owner.zh}的预算 ${id}（${period.zh} ${limit} ${unit.zh}${zh.model}）不足：剩余 ${left}，本次请求需要 ${needed}。${zh.end}`,
    en: `Budget ${id} of ${owner.en} (${limit} ${limit === 1 ? unit.one : unit.en} ${period.en}${en.model}) does not suffice: ${left} left, this request needs ${needed}. ${en.end}`,
  }
}

/** Names the budget, what it allows, what is left and when it begins again. */
export const budgetRefusal = (hold: Hold, outcome: BudgetOutcome, { caller, refusedBy, now }: RefusalFacts): RelayRefusal => {
  const shortage = shortageOf(hold, outcome, refusedBy)
  // Waiting does not help a request that needs more than a whole period allows.
  const seconds = shortage.needed > refusedBy.budget.limit ? undefined : secondsLeft(refusedBy, now)
  return new RelayRefusal('budget', {
    problem: problemOf(refusedBy, caller, shortage),
    remaining: budgetsLeft(hold, outcome, now),
    ...(seconds !== undefined && { retryAfter: String(seconds) }),
  })
}

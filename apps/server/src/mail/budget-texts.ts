import type { BudgetPeriod, BudgetScope, BudgetUnit } from '@weir/contract/budget'
import type { Mail } from './mail-texts.ts'

export interface BudgetFacts {
  readonly systemName: string
  readonly id: number
  readonly scope: BudgetScope
  readonly name: string
  readonly model: string
  readonly unit: BudgetUnit
  readonly period: BudgetPeriod
  readonly limit: number
  readonly isHard: boolean
  readonly percent: number
  readonly used: number
}

interface Word {
  readonly zh: string
  readonly en: string
}

const SCOPES: Readonly<Record<BudgetScope, Word>> = {
  token: { zh: '令牌', en: 'token' },
  user: { zh: '用户', en: 'user' },
  group: { zh: '分组', en: 'group' },
}

const UNITS: Readonly<Record<BudgetUnit, Word & { readonly one: string }>> = {
  requests: { zh: '次请求', en: 'requests', one: 'request' },
  tokens: { zh: '个 Token', en: 'tokens', one: 'token' },
  quota: { zh: '点额度', en: 'units of quota', one: 'unit of quota' },
}

const PERIODS: Readonly<Record<BudgetPeriod, Word>> = {
  minute: { zh: '每分钟', en: 'per minute' },
  hour: { zh: '每小时', en: 'per hour' },
  day: { zh: '每天', en: 'per day' },
  week: { zh: '每周', en: 'per week' },
  month: { zh: '每月', en: 'per month' },
  total: { zh: '总共', en: 'in all' },
}

const endOf = ({ percent, isHard }: BudgetFacts): Word => {
  if (!isHard) return { zh: '请求不会被拒绝。', en: 'Requests are not refused.' }
  if (percent < 100) return { zh: '用完后请求会被拒绝。', en: 'Requests are refused once it is used up.' }
  return { zh: '放不下的请求会被拒绝。', en: 'Requests that do not fit are refused.' }
}

/** In both languages: it goes to owners and to root. */
export const budgetMail = (facts: BudgetFacts): Mail => {
  const { systemName, id, name, model, limit, percent, used } = facts
  const [scope, unit, period, end] = [SCOPES[facts.scope], UNITS[facts.unit], PERIODS[facts.period], endOf(facts)]
  const [zhModel, enModel] = model === '' ? ['', ''] : [`，模型 ${model}`, `, model ${model}`]
  const [zhState, enState] = percent < 100 ? ['已用 80%', '80 % used'] : ['已用尽', 'used up']
  return {
    subject: `${systemName} 预算${zhState} / Budget ${enState}`,
    lines: [
      `${scope.zh}「${name}」的预算 ${id}（${period.zh} ${limit} ${unit.zh}${zhModel}）${zhState}：已用 ${used}。${end.zh}`,
      `Budget ${id} of ${scope.en} "${name}" (${limit} ${limit === 1 ? unit.one : unit.en} ${period.en}${enModel}) is ${enState}: ${used} so far. ${end.en}`,
    ],
  }
}

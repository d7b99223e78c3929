import {
  createBudget,
  deleteBudget,
  editBudget,
  getBudget,
  listBudgets,
  listOwnBudgets,
  type BudgetInput,
  type BudgetObject,
} from '@weir/contract/budget'
import { Refusal, notFound } from '@weir/contract/errors'
import { saturated } from '@weir/contract/values/quantity'
import { openCalendar } from '@weir/ledger/period'
import type { Clock } from '@weir/relay/ports'
import type {
  BudgetFields,
  BudgetFilter,
  BudgetLevel,
  BudgetsRepository,
  BudgetSubject,
  StoredBudget,
} from '@weir/store/repositories/budgets'
import type { Page } from '@weir/store/rows'
import { groupNames } from '../settings/group-names.ts'
import type { Settings } from '../settings/settings.ts'
import type { ActorContext } from './context.ts'
import { pageOf } from './page.ts'
import { route, type Route } from './route.ts'

interface Dependencies {
  readonly budgets: BudgetsRepository
  readonly settings: () => Settings
  readonly clock: Clock
}

type Actor = ActorContext['actor']

const isNumbered = (scope: BudgetFields['scope']): boolean => scope !== 'group'

const shownId = ({ scope, scopeKey }: StoredBudget): number | string => (isNumbered(scope) ? Number(scopeKey) : scopeKey)

interface Standing {
  readonly level: BudgetLevel
  readonly name: string
  readonly resetsAt: number | null
}

const toObject = (budget: StoredBudget, { level, name, resetsAt }: Standing): BudgetObject => {
  const { id, scope, model, unit, period, limit, isHard, createdAt } = budget
  const [used, reserved] = [Math.max(0, level.used), Math.max(0, level.reserved)]
  const remaining = Math.max(0, limit - saturated(used + reserved))
  const shown = { id, scope, scope_id: shownId(budget), scope_name: name, model, unit, period, limit, hard: isHard }
  return { ...shown, used, reserved, remaining, resets_at: resetsAt, created_time: createdAt }
}

const fieldsFrom = ({ scope, scope_id: scopeKey, model, unit, period, limit, hard: isHard }: BudgetInput): BudgetFields => ({
  scope,
  scopeKey,
  model,
  unit,
  period,
  limit,
  isHard,
})

/** What the trail says of a budget. */
const recorded = ({ scope, scopeKey, model, unit, period, limit, isHard }: BudgetFields) => ({
  scope,
  scope_id: scopeKey,
  model,
  unit,
  period,
  limit,
  hard: isHard,
})

const found = <T>(budget: T | undefined, id: number): T => {
  if (budget === undefined) throw notFound('budget', id)
  return budget
}

/** An admin may not limit those whom an admin may not edit, and may always limit the own account. */
const requireBelow = ({ account }: BudgetSubject, actor: Actor): void => {
  if (account !== undefined && account.id !== actor.id && account.role >= actor.role) throw new Refusal('not-below-you')
}

export const budgetRoutes = ({ budgets, settings, clock }: Dependencies): readonly Route[] => {
  const present = async (list: readonly StoredBudget[]): Promise<BudgetObject[]> => {
    const calendar = openCalendar(settings().text('TimeZone'))
    const now = clock()
    const spans = list.map(({ period }) => calendar.spanAt(period, now))
    const levels = await budgets.levels(
      list.map(({ id, series }, index) => ({ budgetId: id, series, periodStart: spans[index]?.start ?? 0 })),
    )
    const subjects = await budgets.subjects(list)
    return list.map((budget, index) => {
      const level = levels[index] ?? { used: 0, reserved: 0 }
      return toObject(budget, { level, name: subjects[index]?.name ?? '', resetsAt: spans[index]?.end ?? null })
    })
  }

  const presentOne = async (budget: StoredBudget): Promise<BudgetObject> => found((await present([budget]))[0], budget.id)

  const subjectOf = async ({ scope, scopeKey }: BudgetFields): Promise<BudgetSubject> => {
    if (isNumbered(scope) && !/^[1-9]\d{0,14}$/.test(scopeKey)) throw new Refusal('invalid-input', { field: 'scope_id', problem: scopeKey })
    if (scope === 'group' && !groupNames(settings()).includes(scopeKey)) throw notFound(scope, scopeKey)
    const [subject] = await budgets.subjects([{ scope, scopeKey }])
    if (subject === undefined) throw notFound(scope, scopeKey)
    return subject
  }

  /** Of a budget that is there; what it is about may be gone meanwhile. */
  const requireRight = async (budget: StoredBudget, actor: Actor): Promise<void> => {
    const [subject] = await budgets.subjects([budget])
    if (subject !== undefined) requireBelow(subject, actor)
  }

  return [
    route(listBudgets, ({ query }, { isNewApi }) => {
      const { scope, scope_id: scopeKey, model, unit, period } = query
      const given = Object.entries({ scope, scopeKey, model, unit, period }).filter(([, value]) => value !== undefined)
      const filter: BudgetFilter = Object.fromEntries(given)
      const read = async (page: Page) => present(await budgets.list(filter, page))
      return pageOf(query, isNewApi, { read, count: () => budgets.count(filter) })
    }),
    route(listOwnBudgets, async (_, { actor }) => present(await budgets.ofUser(actor.id))),
    route(getBudget, async ({ params }) => presentOne(found(await budgets.get(params.id), params.id))),
    route(createBudget, async ({ body }, { actor, trace }) => {
      const fields = fieldsFrom(body)
      requireBelow(await subjectOf(fields), actor)
      const budget = await budgets.create(
        fields,
        trace((id) => [{ object: `budget ${id}`, after: recorded(fields) }]),
      )
      return presentOne(budget)
    }),
    route(editBudget, async ({ body }, { actor, trace }) => {
      const before = found(await budgets.get(body.id), body.id)
      await requireRight(before, actor)
      const fields = fieldsFrom({
        scope: body.scope ?? before.scope,
        scope_id: body.scope_id ?? before.scopeKey,
        model: body.model ?? before.model,
        unit: body.unit ?? before.unit,
        period: body.period ?? before.period,
        limit: body.limit ?? before.limit,
        hard: body.hard ?? before.isHard,
      })
      const isMoved = fields.scope !== before.scope || fields.scopeKey !== before.scopeKey
      if (isMoved) requireBelow(await subjectOf(fields), actor)
      const changed = { object: `budget ${body.id}`, before: recorded(before), after: recorded(fields) }
      const traced = trace((isDone: boolean) => (isDone ? [changed] : []))
      const after = found(await budgets.update(body.id, fields, traced), body.id)
      return presentOne(after)
    }),
    route(deleteBudget, async ({ params }, { actor, trace }) => {
      const before = found(await budgets.get(params.id), params.id)
      await requireRight(before, actor)
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `budget ${params.id}`, before: recorded(before) }] : []))
      if (!(await budgets.delete(params.id, traced))) throw notFound('budget', params.id)
    }),
  ]
}

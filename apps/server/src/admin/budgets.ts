import {
  budgetRevision,
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
  BudgetUpdate,
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
  return { ...shown, used, reserved, remaining, resets_at: resetsAt, created_time: createdAt, revision: budgetRevision(budget) }
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

type BudgetWish = { readonly [Name in keyof BudgetInput]?: BudgetInput[Name] | undefined }

/** What is given, and nothing else. */
const changesFrom = ({ scope, scope_id: scopeKey, model, unit, period, limit, hard: isHard }: BudgetWish): Partial<BudgetFields> =>
  Object.fromEntries(Object.entries({ scope, scopeKey, model, unit, period, limit, isHard }).filter(([, value]) => value !== undefined))

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

  const subjectOf = async ({ scope, scopeKey }: Pick<BudgetFields, 'scope' | 'scopeKey'>): Promise<BudgetSubject> => {
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
      const isMoved = body.scope !== undefined || body.scope_id !== undefined
      const place = { scope: body.scope ?? before.scope, scopeKey: body.scope_id ?? before.scopeKey }
      if (place.scope !== before.scope || place.scopeKey !== before.scopeKey) requireBelow(await subjectOf(place), actor)
      const changes = changesFrom({ ...body, ...(isMoved && { scope: place.scope, scope_id: place.scopeKey }) })
      const traced = trace((done: BudgetUpdate) =>
        done.kind === 'changed' ? [{ object: `budget ${body.id}`, before: recorded(done.before), after: recorded(done.after) }] : [],
      )
      const done = await budgets.update(body.id, { changes, expected: body.revision }, traced)
      switch (done.kind) {
        case 'absent':
          throw notFound('budget', body.id)
        case 'moved':
          throw new Refusal('budget-moved', { id: body.id, limit: done.now.limit })
        case 'changed':
          return presentOne(done.after)
      }
    }),
    route(deleteBudget, async ({ params }, { actor, trace }) => {
      const before = found(await budgets.get(params.id), params.id)
      await requireRight(before, actor)
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `budget ${params.id}`, before: recorded(before) }] : []))
      if (!(await budgets.delete(params.id, traced))) throw notFound('budget', params.id)
    }),
  ]
}

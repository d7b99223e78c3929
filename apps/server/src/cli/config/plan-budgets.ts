import { budgetRevision, createBudget, deleteBudget, editBudget, type BudgetScope } from '@weir/contract/budget'
import { notFound } from '@weir/contract/errors'
import type { StoredBudget } from '@weir/store/repositories/budgets'
import { CommandError } from '../../commands.ts'
import type { Gateway } from '../gateway.ts'
import { findUser } from '../lookup.ts'
import { about, memberChanges, type RunnableStep } from './plan.ts'
import type { BudgetEntry, ConfigFile } from './schema.ts'

const PAGE = 1000

export const allBudgets = async ({ store: { budgetList } }: Gateway): Promise<readonly StoredBudget[]> => {
  const rows: StoredBudget[] = []
  for (let offset = 0; offset === rows.length; offset += PAGE) rows.push(...(await budgetList.list({}, { offset, limit: PAGE })))
  return rows.toSorted((a, b) => a.id - b.id)
}

interface Wanted {
  readonly entry: BudgetEntry
  readonly scope: BudgetScope
  readonly scopeKey: string
}

const subjectOf = async (entry: BudgetEntry, gateway: Gateway): Promise<Wanted> => {
  const { user, group, token } = entry
  if (user !== undefined) return { entry, scope: 'user', scopeKey: String((await findUser(gateway, user)).id) }
  if (group !== undefined) return { entry, scope: 'group', scopeKey: group }
  const [subject] = await gateway.store.budgetList.subjects([{ scope: 'token', scopeKey: String(token) }])
  if (subject === undefined) throw notFound('token', token ?? 0)
  return { entry, scope: 'token', scopeKey: String(token) }
}

const subjectName = ({ user, group, token }: BudgetEntry): string => {
  if (user !== undefined) return `user ${user}`
  return group === undefined ? `token ${token}` : `group ${group}`
}

const nameOf = (entry: BudgetEntry): string =>
  `budget of ${subjectName(entry)}, ${entry.unit} a ${entry.period}${entry.model === '' ? '' : ` of ${entry.model}`}`

/** What a budget counts; how much of it is what a file changes. */
const identity = (scope: string, scopeKey: string, { model, unit, period }: Pick<BudgetEntry, 'model' | 'unit' | 'period'>): string =>
  JSON.stringify([scope, scopeKey, model.trim(), unit, period])

const planOne = ({ entry, scope, scopeKey }: Wanted, before: StoredBudget | undefined, { call }: Gateway): readonly RunnableStep[] => {
  const { model, unit, period, limit, hard } = entry
  const object = nameOf(entry)
  if (before === undefined) {
    const body = { scope, scope_id: scopeKey, model, unit, period, limit, hard }
    const run = async () => void (await call(createBudget, { body }))
    return [{ kind: 'create', object, fields: memberChanges({}, { limit, hard }), run }]
  }
  const fields = memberChanges({ limit: before.limit, hard: before.isHard }, { limit, hard })
  if (fields.length === 0) return []
  return [
    {
      kind: 'change',
      object,
      fields,
      run: async () => void (await call(editBudget, { body: { id: before.id, limit, hard, revision: budgetRevision(before) } })),
    },
  ]
}

interface Planning {
  readonly isPruned: boolean
  /** Those that there will be. */
  readonly groups: readonly string[]
}

export const planBudgets = async (
  { budgets: entries }: ConfigFile,
  gateway: Gateway,
  { isPruned, groups }: Planning,
): Promise<readonly RunnableStep[]> => {
  if (entries === undefined) return []
  const stored = new Map<string, StoredBudget>()
  const all = await allBudgets(gateway)
  for (const budget of all.toReversed()) stored.set(identity(budget.scope, budget.scopeKey, budget), budget)
  const steps: RunnableStep[] = []
  const kept = new Set<number>()
  const seen = new Set<string>()
  for (const entry of entries) {
    await about(nameOf(entry), async () => {
      const wanted = await subjectOf(entry, gateway)
      if (wanted.scope === 'group' && !groups.includes(wanted.scopeKey)) throw notFound('group', wanted.scopeKey)
      const same = identity(wanted.scope, wanted.scopeKey, entry)
      if (seen.has(same)) throw new CommandError(`the ${nameOf(entry)} stands in the file twice`)
      seen.add(same)
      const before = stored.get(same)
      if (before !== undefined) kept.add(before.id)
      steps.push(...planOne(wanted, before, gateway))
    })
  }
  const surplus = isPruned ? all.filter(({ id }) => !kept.has(id)) : []
  return [
    ...steps,
    ...surplus.map(({ id, scope, scopeKey, model, unit, period }) => ({
      kind: 'delete' as const,
      object: `budget ${id} of ${scope} ${scopeKey}, ${unit} a ${period}${model === '' ? '' : ` of ${model}`}`,
      fields: [],
      run: async () => void (await gateway.call(deleteBudget, { params: { id } })),
    })),
  ]
}

import type { StoreHarness } from '../store-harness.ts'
import type { Book } from './book.ts'
import type { BookBudget } from './budget-book.ts'

type Wish = Pick<BookBudget, 'scope' | 'scopeKey' | 'unit' | 'period' | 'limit' | 'isHard'>

export const groupOf = (caseId: string): string => `group-${caseId}`

/** Counts all that an account is charged, and is never edited. */
const WATCH = { unit: 'quota', period: 'total', limit: 1, isHard: false } as const

export const isWatch = ({ scope, unit, period }: BookBudget): boolean => scope === 'user' && unit === WATCH.unit && period === WATCH.period

const wishesFor = (caseId: string, { users }: Book): readonly Wish[] => {
  const owners = [...users.values()]
  return [
    ...owners.map(({ id }): Wish => ({ scope: 'user', scopeKey: String(id), ...WATCH })),
    ...owners.flatMap(({ id, tokenIds }): readonly Wish[] => [
      { scope: 'user', scopeKey: String(id), unit: 'tokens', period: 'hour', limit: 700, isHard: true },
      { scope: 'token', scopeKey: String(tokenIds[0]), unit: 'requests', period: 'minute', limit: 3, isHard: true },
      { scope: 'token', scopeKey: String(tokenIds[1]), unit: 'requests', period: 'hour', limit: 2, isHard: false },
    ]),
    { scope: 'group', scopeKey: groupOf(caseId), unit: 'quota', period: 'day', limit: 900, isHard: true },
  ]
}

export const addBudgets = async ({ store }: StoreHarness, caseId: string, book: Book): Promise<void> => {
  for (const wish of wishesFor(caseId, book)) {
    const { id, series } = await store.budgetList.create({ ...wish, model: '' })
    book.budgetBook.budgets.push({ ...wish, id, series })
  }
}

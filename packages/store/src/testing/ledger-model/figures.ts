import type { Book, Reservation } from './book.ts'
import { isWatch } from './budget-fixtures.ts'

/** Everything that is compared after a step, by name: `user 3 quota`. What is 0 may be missing. */
export type Figures = ReadonlyMap<string, number | string>

export class FigureList extends Map<string, number | string> {
  /** Sets all figures of one thing. */
  put(thing: string, figures: Readonly<Record<string, number | string>>): void {
    for (const [name, value] of Object.entries(figures)) if (value !== 0) this.set(`${thing} ${name}`, value)
  }
}

export const reservationText = (
  reservation: Omit<Reservation, 'requestId' | 'checkpoint' | 'shares'>,
  checkpointCost: number | undefined,
): string => {
  const { amount, userId, tokenId, isTokenLimited, nodeId, createdAt } = reservation
  const limit = isTokenLimited ? 'limited' : 'unlimited'
  return `${amount} of user ${userId}, token ${tokenId} ${limit}, ${nodeId} at ${createdAt}, checkpoint ${checkpointCost ?? 'none'}`
}

const putBudgets = (figures: FigureList, { budgetBook, users }: Book): void => {
  for (const [key, { used, reserved }] of budgetBook.counters) figures.put(`counter ${key}`, { used, reserved })
  for (const { id, scopeKey } of budgetBook.budgets.filter(isWatch))
    figures.put(`budget ${id} of user ${scopeKey}`, { counted: 0 - (users.get(Number(scopeKey))?.lines.get('consume')?.sum ?? 0) })
}

export const figuresOf = (book: Book): Figures => {
  const figures = new FigureList()
  for (const user of book.users.values()) {
    const { quota, used, requests, isDeleted, logged, topUpRows, topUpQuota, manageRows } = user
    figures.put(`user ${user.id}`, { quota, used, requests, deleted: isDeleted ? 1 : 0 })
    for (const [kind, { sum, count }] of user.lines) figures.put(`user ${user.id} ${kind}`, { sum, lines: count })
    figures.put(`user ${user.id} log`, { ...logged, topUpRows, topUpQuota, manageRows })
    figures.put(`user ${user.id} stat`, { quota: logged.quota, tokens: logged.tokens })
    figures.put(`user ${user.id} totals`, logged)
    figures.put(`user ${user.id} days`, { rows: logged.rows, quota: logged.quota, tokens: logged.tokens })
  }
  for (const { id, remain, used, isDeleted } of book.tokens.values())
    figures.put(`token ${id}`, { remain, used, deleted: isDeleted ? 1 : 0 })
  for (const [id, { used, loggedQuota }] of book.channels) figures.put(`channel ${id}`, { used, stat: loggedQuota })
  putBudgets(figures, book)
  for (const reservation of book.reservations.values())
    figures.set(`reservation ${reservation.requestId}`, reservationText(reservation, reservation.checkpoint?.cost))
  return figures
}

/** One line for each figure that differs. */
export const differencesBetween = (model: Figures, store: Figures): readonly string[] =>
  [...new Set([...model.keys(), ...store.keys()])]
    .filter((name) => model.get(name) !== store.get(name))
    .map((name) => `${name}: model ${model.get(name) ?? 0}, store ${store.get(name) ?? 0}`)

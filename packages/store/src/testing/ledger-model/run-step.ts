import type { Database } from '../../database.ts'
import { deleteToken, deleteUser, editToken, redeem, rePrice, setQuota, topUp } from './account-steps.ts'
import { editBudget } from './budget-steps.ts'
import { liveNodes, type Case } from './case.ts'
import { correct } from './correction-steps.ts'
import { differencesBetween, figuresOf } from './figures.ts'
import { checkpoint, commit, holdOnAllNodes, settleWhileSwept } from './ledger-steps.ts'
import { catchUp, crash, heartbeat, start, stop, sumUp, sweep, wait } from './node-steps.ts'
import { tend } from './lease-steps.ts'
import { viewLeases } from './lease-view.ts'
import { observe } from './observe.ts'
import type { Answers, Step } from './step.ts'

const take = (at: Case, step: Step): Promise<Answers> => {
  switch (step.kind) {
    case 'commit':
      return commit(at, step)
    case 'checkpoint':
      return checkpoint(at, step)
    case 'settle-while-swept':
      return settleWhileSwept(at, step)
    case 'hold-on-all-nodes':
      return holdOnAllNodes(at, step)
    case 'crash':
      return crash(at, step)
    case 'stop':
      return stop(at, step)
    case 'start':
      return start(at, step)
    case 'catch-up':
      return catchUp(at, step)
    case 'heartbeat':
      return heartbeat(at, step)
    case 'sweep':
      return sweep(at, step)
    case 'wait':
      return wait(at, step)
    case 'redeem':
      return redeem(at, step)
    case 'top-up':
      return topUp(at, step)
    case 'set-quota':
      return setQuota(at, step)
    case 'edit-token':
      return editToken(at, step)
    case 'delete-token':
      return deleteToken(at, step)
    case 'delete-user':
      return deleteUser(at, step)
    case 're-price':
      return rePrice(at, step)
    case 'correct':
      return correct(at, step)
    case 'edit-budget':
      return editBudget(at, step)
    case 'sum-up':
      return sumUp(at, step)
    case 'tend':
      return tend(at, step)
  }
}

/** Most steps need a node that runs. */
export const canTake = (at: Case, { kind }: Step): boolean => {
  if (kind === 'edit-budget' && at.isLeasing) return false
  return kind === 'start' || kind === 'wait' || liveNodes(at).length > 0
}

/** Throws with one line for each figure that the store has and the model has not. */
export const compare = async (at: Case, database: Database): Promise<void> => {
  const differences = differencesBetween(figuresOf(at.book), await observe(at, database))
  if (differences.length > 0) throw new Error(`the store is not what the model says\n${differences.join('\n')}`)
}

/** A hold that leaves its lease gets its row then. */
const noteOwnRows = async (at: Case): Promise<void> => {
  if (!at.isLeasing) return
  for (const [requestId, createdAt] of (await viewLeases(at.database, at.book)).ownRows) {
    const reservation = at.book.reservations.get(requestId)
    if (reservation !== undefined) reservation.createdAt = createdAt
  }
}

/** The store and the model take the step; then their answers and all figures must agree. */
export const takeStep = async (at: Case, database: Database, step: Step): Promise<void> => {
  const { store, model } = await take(at, step)
  await noteOwnRows(at)
  const [storeText, modelText] = [JSON.stringify(store), JSON.stringify(model)]
  if (storeText !== modelText) throw new Error(`the store answered ${storeText}, the model ${modelText}`)
  await compare(at, database)
}

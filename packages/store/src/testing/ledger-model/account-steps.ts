import { LogType } from '@weir/contract/log'
import { Role } from '@weir/contract/user'
import { DuplicateRow } from '../../errors.ts'
import { liveNodes, pick, pickToken, pickUser, told, underFault, type Case } from './case.ts'
import { idleOfToken, idleOfUser, tellAll } from './lease-steps.ts'
import { savePrice } from './price.ts'
import type { Answers, Fault, StepOf } from './step.ts'

const ROLE_BELOW = Role.root

/** Whether a change that is not tried again was made, and whether its caller knows. */
const isApplied = (fault: Fault): boolean => fault !== 'down'
const isAnswered = (fault: Fault): boolean => fault === 'none' || fault === 'conflicts'

const nextId = (at: Case): string => {
  at.requestCount += 1
  return `${at.id}-${at.requestCount}`
}

/** A code that two people enter on two nodes at the same time pays one of them. */
export const redeem = async (at: Case, step: StepOf<'redeem'>): Promise<Answers> => {
  const code = pick(at.codes, step.code)
  const users = step.users.map((index) => pickUser(at, index)).filter(({ isDeleted }) => !isDeleted)
  const first = pick(liveNodes(at), step.nodes[0])
  const second = pick(liveNodes(at), step.nodes[1])
  const entered = users.map((user, index) => ({ user, process: (index === 0 ? first : second).process }))
  // A fault strikes one attempt alone, so that it is known whose.
  const attempts = step.fault === 'none' ? entered : entered.slice(0, 1)
  const outcomes = await Promise.all(
    attempts.map(({ user, process }) =>
      underFault(at, { process, fault: step.fault }, async () => {
        const person = { id: user.id, username: 'someone' }
        const outcome = await process.redemptions.redeem({ key: code.key, user: person, requestId: nextId(at), describe: () => '' })
        return typeof outcome === 'string' ? outcome : 'paid'
      }),
    ),
  )
  const isPayable = !code.isUsed && attempts.length > 0 && isApplied(step.fault)
  const winner = isAnswered(step.fault) ? outcomes.indexOf('paid') : 0
  const paid = isPayable ? attempts[winner]?.user : undefined
  const isKnown = isAnswered(step.fault)
  const expected = attempts.map((_, index) => (paid !== undefined && index === winner ? 'paid' : 'used'))
  if (paid !== undefined) {
    code.isUsed = true
    at.book.topUp(paid, 'redeem', code.quota)
  }
  return { store: outcomes, model: isKnown ? expected : attempts.map(() => 'unavailable') }
}

/** Sent again to another node under the same request id, it is refused there. */
export const topUp = async (at: Case, step: StepOf<'top-up'>): Promise<Answers> => {
  const user = pickUser(at, step.user)
  const { amount, fault } = step
  const first = pick(liveNodes(at), step.nodes[0])
  const second = pick(liveNodes(at), step.nodes[1])
  const nodes = fault === 'none' && second !== first ? [first, second] : [first]
  const credit = {
    userId: user.id,
    amount,
    roleBelow: ROLE_BELOW,
    requestId: nextId(at),
    log: { type: LogType.topUp, content: '', quota: amount },
  }
  const outcomes = await Promise.all(
    nodes.map(({ process }) =>
      underFault(at, { process, fault }, async () => {
        try {
          return await process.balances.topUp(credit)
        } catch (error) {
          if (error instanceof DuplicateRow) return 'duplicate'
          throw error
        }
      }),
    ),
  )
  const booked = nodes.map((_, index) => (index === 0 ? 'booked' : 'duplicate'))
  const answers = user.isDeleted ? nodes.map(() => 'no-user') : booked
  if (!user.isDeleted && isApplied(fault)) at.book.topUp(user, 'top-up', amount)
  return { store: outcomes.toSorted(), model: isAnswered(fault) ? answers : ['unavailable'] }
}

export const setQuota = async (at: Case, step: StepOf<'set-quota'>): Promise<Answers> => {
  const user = pickUser(at, step.user)
  const { process } = pick(liveNodes(at), step.node)
  const { quota, drift, fault } = step
  const idle = await idleOfUser(at, user)
  const free = user.quota - idle
  const store = await underFault(at, { process, fault }, async () => {
    const read = drift === null ? {} : { expected: free + drift }
    const change = { userId: user.id, quota, ...read, roleBelow: ROLE_BELOW, requestId: nextId(at) }
    const outcome = await process.balances.setQuota({ ...change, describe: () => ({ type: LogType.manage, content: '' }) })
    if (typeof outcome === 'string') return outcome
    return 'before' in outcome ? outcome.before : 'moved'
  })
  const hasMoved = quota !== free && drift !== null && drift !== 0
  const before = hasMoved ? 'moved' : free
  const model = user.isDeleted ? 'no-user' : before
  if (!user.isDeleted && !hasMoved && isApplied(fault)) at.book.setQuota(user, quota + idle)
  return { store, model: isAnswered(fault) ? model : 'unavailable' }
}

export const editToken = async (at: Case, step: StepOf<'edit-token'>): Promise<Answers> => {
  const user = pickUser(at, step.user)
  const token = pickToken(at, user, step.token)
  const { process } = pick(liveNodes(at), step.node)
  const { isUnlimited, fault } = step
  const idle = await idleOfToken(at, token)
  const remainQuota = step.remain ?? token.remain - idle
  const fields = { name: 'token', expiredTime: -1, remainQuota, isUnlimited, models: '', subnet: '' }
  const store = await underFault(at, { process, fault }, async () => (await process.tokens.update(user.id, token.id, fields)) !== undefined)
  const wasThere = !token.isDeleted
  if (isApplied(fault)) at.book.editToken(token, { remain: remainQuota, isUnlimited, idle })
  tellAll(at)
  return { store, model: isAnswered(fault) ? wasThere : 'unavailable' }
}

export const deleteToken = async (at: Case, step: StepOf<'delete-token'>): Promise<Answers> => {
  const user = pickUser(at, step.user)
  const token = pickToken(at, user, step.token)
  const store = await pick(liveNodes(at), step.node).process.tokens.softDelete(user.id, token.id)
  const wasThere = !token.isDeleted
  at.book.deleteToken(token)
  tellAll(at)
  return { store, model: wasThere }
}

export const deleteUser = async (at: Case, step: StepOf<'delete-user'>): Promise<Answers> => {
  const user = pickUser(at, step.user)
  const { process } = pick(liveNodes(at), step.node)
  const { fault } = step
  const idle = await idleOfUser(at, user)
  const store = await underFault(at, { process, fault }, () => process.users.softDelete(user.id, { roleBelow: ROLE_BELOW }))
  const wasThere = isApplied(fault) && at.book.deleteUser(user, idle)
  tellAll(at)
  return { store, model: isAnswered(fault) ? wasThere : 'unavailable' }
}

/** Requests that were let in before keep their price. */
export const rePrice = async (at: Case, step: StepOf<'re-price'>): Promise<Answers> => {
  const store = await told(savePrice(pick(liveNodes(at), step.node).process, step.quarters))
  at.quarters = step.quarters
  return { store, model: undefined }
}

import { describe, expect, it } from 'bun:test'
import { Refusal } from '@weir/contract/errors'
import { requireRank, type AdminAction } from './role-rules.ts'

const verdict = (actor: readonly [number, number], target: readonly [number, number], action: AdminAction): string => {
  try {
    requireRank({ id: actor[0], role: actor[1] }, { id: target[0], role: target[1] }, action)
    return 'allowed'
  } catch (error) {
    return error instanceof Refusal ? error.code : 'thrown'
  }
}

describe('who may act on whom', () => {
  it.each<readonly [string, readonly [number, number], readonly [number, number], string, string, string]>([
    ['an admin on a user', [1, 10], [2, 1], 'allowed', 'allowed', 'root-only'],
    ['an admin on an admin', [1, 10], [2, 10], 'not-below-you', 'not-below-you', 'root-only'],
    ['an admin on root', [1, 10], [2, 100], 'not-below-you', 'not-below-you', 'root-only'],
    ['an admin on himself', [1, 10], [1, 10], 'allowed', 'not-below-you', 'root-only'],
    ['root on a user', [1, 100], [2, 1], 'allowed', 'allowed', 'allowed'],
    ['root on an admin', [1, 100], [2, 10], 'allowed', 'allowed', 'allowed'],
    ['root on another root', [1, 100], [2, 100], 'allowed', 'not-below-you', 'not-below-you'],
    ['root on himself', [1, 100], [1, 100], 'allowed', 'not-below-you', 'not-below-you'],
    ['a user on a user', [1, 1], [2, 1], 'not-below-you', 'not-below-you', 'root-only'],
  ])('%s: view %p %p, %s, change %s, rank %s', (...[, actor, target, view, change, rank]) => {
    expect([verdict(actor, target, 'view'), verdict(actor, target, 'change'), verdict(actor, target, 'rank')]).toEqual([view, change, rank])
  })
})

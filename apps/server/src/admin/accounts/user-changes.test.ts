import { describe, expect, it } from 'bun:test'
import { Refusal } from '@weir/contract/errors'
import type { UserObject } from '@weir/contract/user'
import type { Actor } from '../../accounts/actor.ts'
import { actionsWanted, beginningOf, type SentUser } from './user-changes.ts'

const before: UserObject = {
  id: 7,
  username: 'ada',
  password: '',
  display_name: 'Ada',
  role: 1,
  status: 1,
  email: 'ada@a.example',
  github_id: 'g',
  wechat_id: '',
  lark_id: '',
  oidc_id: '',
  verification_code: '',
  access_token: '',
  quota: 0,
  used_quota: 0,
  request_count: 0,
  group: 'default',
  aff_code: 'a1',
  inviter_id: 3,
}

const verdict = (work: () => unknown): string => {
  try {
    return JSON.stringify(work() ?? 'accepted')
  } catch (error) {
    return error instanceof Refusal ? `${error.code} ${error.params['field'] ?? ''}`.trim() : 'thrown'
  }
}

const actorOf = (role: number): Actor => ({ id: 1, username: 'root', role, credential: 'session' })

describe('a new account', () => {
  it.each([
    [{}, '{"role":1,"group":"default"}'],
    [{ role: 0, status: 0, quota: 0, group: ' ' }, '{"role":1,"group":"default"}'],
    [{ role: 1, status: 1, group: 'vip', quota: 7 }, '{"role":1,"group":"vip","quota":7}'],
    [{ role: 10 }, '{"role":10,"group":"default"}'],
    [{ role: 100 }, 'invalid-input role'],
    [{ role: 2 }, 'invalid-input role'],
    [{ status: 2 }, 'invalid-input status'],
    [{ quota: -1 }, 'invalid-input quota'],
  ])('that wants %j of root: %s', (wishes, told) => {
    expect(verdict(() => beginningOf(wishes, { actor: actorOf(100), language: 'en' }))).toBe(told)
  })

  it('is made an administrator by root alone', () => {
    expect(verdict(() => beginningOf({ role: 10 }, { actor: actorOf(10), language: 'en' }))).toBe('root-only')
    expect(verdict(() => beginningOf({ role: 1 }, { actor: actorOf(10), language: 'en' }))).toBe('{"role":1,"group":"default"}')
  })
})

describe('a record that is sent back', () => {
  const asked = (sent: SentUser, role = 100, present = before): string =>
    verdict(() => actionsWanted(sent, present, { actor: actorOf(role), language: 'en' }))

  it.each<readonly [SentUser, string]>([
    [{}, '[]'],
    [{ email: 'ada@a.example', github_id: 'g', aff_code: 'a1', inviter_id: 3, role: 1, status: 1 }, '[]'],
    [{ email: '', github_id: '', inviter_id: 0, role: 0, status: 0 }, '[]'],
    [{ status: 2 }, '["disable"]'],
    [{ role: 10 }, '["promote"]'],
    [{ status: 2, role: 10 }, '["disable","promote"]'],
    [{ status: 3 }, 'invalid-input status'],
    [{ role: 100 }, 'not-below-you'],
    [{ email: 'eve@a.example' }, 'invalid-input email'],
    [{ github_id: 'x' }, 'invalid-input github_id'],
    [{ wechat_id: 'x' }, 'invalid-input wechat_id'],
    [{ lark_id: 'x' }, 'invalid-input lark_id'],
    [{ oidc_id: 'x' }, 'invalid-input oidc_id'],
    [{ access_token: 'x' }, 'invalid-input access_token'],
    [{ aff_code: 'x' }, 'invalid-input aff_code'],
    [{ inviter_id: 4 }, 'invalid-input inviter_id'],
  ])('%j asks for %s', (sent, told) => {
    expect(asked(sent)).toBe(told)
  })

  it('turns back what was changed, and ranks nobody without the right to', () => {
    expect(asked({ status: 1, role: 1 }, 100, { ...before, status: 2, role: 10 })).toBe('["enable","demote"]')
    expect(asked({ role: 10 }, 10)).toBe('root-only')
    expect(asked({ role: 10 }, 100, { ...before, role: 100 })).toBe('not-below-you')
  })
})

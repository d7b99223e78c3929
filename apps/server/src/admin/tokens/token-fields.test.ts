import { describe, expect, it } from 'bun:test'
import { Refusal } from '@weir/contract/errors'
import type { TokenObject } from '@weir/contract/token'
import { asNewApiToken, tokenFieldsFrom } from './token-fields.ts'

const body = { name: 't', expired_time: -1, remain_quota: 5, unlimited_quota: false, models: '', subnet: '' }
const own = { language: 'en', isNewApi: false, ownGroup: 'vip', offered: new Set(['cheap']) } as const
const newApi = { ...own, isNewApi: true }

const stored: TokenObject = {
  id: 1,
  user_id: 2,
  key: 'k',
  status: 1,
  name: 't',
  created_time: 0,
  accessed_time: 0,
  expired_time: -1,
  remain_quota: -3,
  unlimited_quota: false,
  used_quota: 0,
  models: 'a,b',
  subnet: '10.0.0.0/8,192.0.2.1',
  group: 'gone',
  limit_read: '-3 limited 0',
}

const problemOf = (work: () => unknown): string => {
  try {
    work()
    return 'accepted'
  } catch (error) {
    return error instanceof Refusal ? `${error.params['field']} ${error.params['problem']}` : 'thrown'
  }
}

describe('the fields of a token', () => {
  it('are those of its own form', () => {
    expect(tokenFieldsFrom({ ...body, models: 'a', subnet: '10.0.0.0/8' }, own)).toEqual({
      name: 't',
      expiredTime: -1,
      remainQuota: 5,
      isUnlimited: false,
      models: 'a',
      subnet: '10.0.0.0/8',
      group: '',
    })
  })

  it.each<readonly [string, object, boolean, string]>([
    ['a list without the switch is a limit', { model_limits: 'a' }, false, 'a'],
    ['the switch with its list is one', { model_limits_enabled: true, model_limits: 'a' }, true, 'a'],
    ['the switch turned off leaves the own form', { models: 'b', model_limits_enabled: false, model_limits: 'a' }, false, 'b'],
    ['the switch turned off is no limit to a caller of new-api', { models: 'b', model_limits_enabled: false }, true, ''],
    ['both forms may say the same in another order', { models: 'a,b', model_limits: 'b,a' }, false, 'b,a'],
    ['a caller of new-api means its own form', { models: 'a', model_limits: 'b' }, true, 'b'],
  ])('models: %s', (...[, change, isNewApi, models]) => {
    expect(tokenFieldsFrom({ ...body, ...change }, { ...own, isNewApi }).models).toBe(models)
  })

  it.each<readonly [string, object, boolean, string]>([
    ['the own form', { subnet: '10.0.0.0/8' }, false, '10.0.0.0/8'],
    ['the form of new-api', { allow_ips: '192.0.2.1' }, false, '192.0.2.1'],
    ['an empty one of new-api leaves the own', { subnet: '10.0.0.0/8', allow_ips: '' }, false, '10.0.0.0/8'],
    ['an empty one is meant by a caller of new-api', { subnet: '10.0.0.0/8', allow_ips: '' }, true, ''],
    ['both may say the same', { subnet: '10.0.0.0/8,192.0.2.1', allow_ips: '192.0.2.1,10.0.0.0/8' }, false, '192.0.2.1,10.0.0.0/8'],
  ])('addresses: %s', (...[, change, isNewApi, subnet]) => {
    expect(tokenFieldsFrom({ ...body, ...change }, { ...own, isNewApi }).subnet).toBe(subnet)
  })

  it.each<readonly [object, object, string]>([
    [{ model_limits_enabled: true }, own, 'model_limits is empty while the limit is on: the token could use no model'],
    [{ models: 'a', model_limits: 'b' }, own, 'model_limits differs from models; send one of the two'],
    [{ subnet: 'x' }, own, 'subnet must be subnets separated by commas, such as 192.168.0.0/16'],
    [{ allow_ips: '10.0.0.1,x' }, own, 'allow_ips must be subnets separated by commas, such as 192.168.0.0/16'],
    [{ subnet: '10.0.0.1', allow_ips: '10.0.0.2' }, own, 'allow_ips differs from subnet; send one of the two'],
    [{ subnet: '10.0.0.1', allow_ips: '10.0.0.2' }, newApi, 'accepted'],
    [{ remain_quota: -1 }, own, 'remain_quota must not be below 0'],
    [{ remain_quota: 0 }, own, 'accepted'],
    [{ remain_quota: -3 }, { ...own, before: stored }, 'accepted'],
    [{ remain_quota: -2 }, { ...own, before: stored }, 'remain_quota must not be below 0'],
    [{ group: 'svip' }, own, 'group is not among the groups you may choose; leave it empty or choose one of GET /api/user/self/groups'],
  ])('%j: %s', (change, reading, problem) => {
    expect(problemOf(() => tokenFieldsFrom({ ...body, ...change }, { ...own, ...reading }))).toBe(problem)
  })

  it.each<readonly [string, object, string]>([
    ['', { group: 'vip' }, 'the own one is followed wherever its user goes'],
    ['cheap', { group: 'cheap' }, 'one that is offered is chosen'],
    ['', { group: '' }, 'none'],
    ['', {}, 'none is asked for'],
  ])('a new token is served by %p with %j: %s', (group, change) => {
    expect(tokenFieldsFrom({ ...body, ...change }, own).group).toBe(group)
  })

  it('keep the group where a change names none or the same, also one that is no longer offered', () => {
    const groupOf = (change: object) => tokenFieldsFrom({ ...body, ...change }, { ...own, before: stored }).group
    expect([groupOf({}), groupOf({ group: 'gone' }), groupOf({ group: '' }), groupOf({ group: 'cheap' })]).toEqual([
      'gone',
      'gone',
      '',
      'cheap',
    ])
  })

  it('hold no debt where there is no limit, but for one that was read', () => {
    const quota = (remain_quota: number, reading: object) =>
      tokenFieldsFrom({ ...body, remain_quota, unlimited_quota: true }, { ...own, ...reading }).remainQuota
    expect([quota(-7, {}), quota(-3, { before: stored }), quota(7, {})]).toEqual([0, -3, 7])
  })

  it('are told under the names of new-api too', () => {
    expect(asNewApiToken(stored)).toEqual({
      ...stored,
      model_limits_enabled: true,
      model_limits: 'a,b',
      allow_ips: '10.0.0.0/8\n192.0.2.1',
    })
    expect(asNewApiToken({ ...stored, models: '' }).model_limits_enabled).toBe(false)
  })
})

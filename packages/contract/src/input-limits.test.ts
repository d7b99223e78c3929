import { describe, expect, it } from 'bun:test'
import type { z } from 'zod'
import { register } from './account.ts'
import { createChannel, explainRoute } from './channel.ts'
import { pageQuery, searchQuery } from './envelope.ts'
import { listLogs } from './log.ts'
import { createRedemptions, redeemCode } from './redemption.ts'
import { login } from './session.ts'
import { setOption } from './site.ts'
import { createToken, searchTokens } from './token.ts'
import { editSelf } from './user.ts'
import { createUser, creditUser, editUser, manageUser } from './user-admin.ts'

const channel = { type: 1, name: 'a', models: 'a', key: 'a' }
const account = { username: 'ada', password: 'long enough' }
const accepts = (schema: z.ZodType, value: object): boolean => schema.safeParse(value).success
const wide = (length: number): string => 'a'.repeat(length)

describe('the longest texts that calls take', () => {
  it.each<readonly [string, number, z.ZodType, object]>([
    ['name', 64, createToken.input.body, {}],
    ['models', 20_000, createToken.input.body, {}],
    ['subnet', 2000, createToken.input.body, {}],
    ['keyword', 64, searchTokens.input.query, {}],
    ['keyword', 200, searchQuery, {}],
    ['name', 64, createRedemptions.input.body, { quota: 1 }],
    ['key', 128, redeemCode.input.body, {}],
    ['username', 64, createUser.input.body, account],
    ['display_name', 64, createUser.input.body, account],
    ['username', 64, editUser.input.body, { id: 1 }],
    ['display_name', 64, editUser.input.body, { id: 1 }],
    ['group', 64, editUser.input.body, { id: 1 }],
    ['password', 128, editUser.input.body, { id: 1 }],
    ['username', 64, manageUser.input.body, { action: 'enable' }],
    ['remark', 200, creditUser.input.body, { user_id: 1, quota: 1 }],
    ['username', 64, editSelf.input.body, {}],
    ['display_name', 64, editSelf.input.body, {}],
    ['password', 128, editSelf.input.body, {}],
    ['verification_code', 64, register.input.body, account],
    ['aff_code', 64, register.input.body, account],
    ['username', 320, login.input.body, { password: 'a' }],
    ['password', 1024, login.input.body, { username: 'a' }],
    ['key', 100, setOption.input.body, { value: '' }],
    ['value', 500_000, setOption.input.body, { key: 'a' }],
    ['model_name', 200, listLogs.input.query, {}],
    ['token_name', 200, listLogs.input.query, {}],
    ['username', 200, listLogs.input.query, {}],
    ['name', 100, createChannel.input.body, channel],
    ['models', 200_000, createChannel.input.body, channel],
    ['group', 2000, createChannel.input.body, channel],
    ['other', 500, createChannel.input.body, channel],
    ['system_prompt', 20_000, createChannel.input.body, channel],
    ['key', 200_000, createChannel.input.body, channel],
    ['model', 200, explainRoute.input.query, {}],
    ['group', 64, explainRoute.input.query, { model: 'a' }],
  ])('%s of %d characters', (...[field, longest, schema, rest]) => {
    expect(accepts(schema, { ...rest, [field]: wide(longest) })).toBe(true)
    expect(accepts(schema, { ...rest, [field]: wide(longest + 1) })).toBe(false)
  })
})

describe('what calls require', () => {
  it.each<readonly [string, z.ZodType, object]>([
    ['a code to redeem', redeemCode.input.body, { key: ' ' }],
    ['a name for codes', createRedemptions.input.body, { name: ' ', quota: 1 }],
    ['codes that are worth something', createRedemptions.input.body, { name: 'a', quota: 0 }],
    ['at least one code', createRedemptions.input.body, { name: 'a', quota: 1, count: 0 }],
    ['at most a hundred codes', createRedemptions.input.body, { name: 'a', quota: 1, count: 101 }],
    ['a password of eight characters', createUser.input.body, { username: 'ada', password: '1234567' }],
    ['a credit that takes nothing', creditUser.input.body, { user_id: 1, quota: -1 }],
    ['a key of a channel', createChannel.input.body, { ...channel, key: '\n' }],
    ['a known type of channel', createChannel.input.body, { ...channel, type: 52 }],
    ['a weight from 0', createChannel.input.body, { ...channel, weight: -1 }],
    ['a priority within a billion', createChannel.input.body, { ...channel, priority: 1_000_000_001 }],
    ['an address of the web', createChannel.input.body, { ...channel, base_url: 'ftp://a.example' }],
    ['an address that can be read', createChannel.input.body, { ...channel, base_url: 'https://[a' }],
    ['an address without a password', createChannel.input.body, { ...channel, base_url: 'https://a:b@a.example' }],
    ['an address without a user', createChannel.input.body, { ...channel, base_url: 'https://a@a.example' }],
    ['an address without a fragment', createChannel.input.body, { ...channel, base_url: 'https://a.example#b' }],
  ])('%s', (_, schema, value) => {
    expect(accepts(schema, value)).toBe(false)
  })

  it('nothing else at these ends', () => {
    expect(accepts(createRedemptions.input.body, { name: 'a', quota: 1, count: 100 })).toBe(true)
    expect(accepts(redeemCode.input.body, { key: ' a ' })).toBe(true)
    expect(accepts(createUser.input.body, { username: 'ada', password: '12345678' })).toBe(true)
    expect(accepts(creditUser.input.body, { user_id: 1, quota: 0 })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, priority: -1_000_000_000, weight: 1_000_000_000 })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, base_url: ' https://a.example/ ' })).toBe(true)
  })
})

describe('a page', () => {
  it.each([
    [{}, { p: 0, page_size: 10 }],
    [
      { p: '3', page_size: '1' },
      { p: 3, page_size: 1 },
    ],
    [
      { p: '-1', page_size: '0' },
      { p: 0, page_size: 10 },
    ],
    [
      { p: 'x', page_size: '100' },
      { p: 0, page_size: 100 },
    ],
    [
      { p: '', page_size: '101' },
      { p: 0, page_size: 100 },
    ],
  ])('%j is %j', (query, expected) => {
    expect(pageQuery.parse(query)).toEqual(expected)
  })
})

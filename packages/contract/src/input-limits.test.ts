import { describe, expect, it } from 'bun:test'
import type { z } from 'zod'
import { register } from './account.ts'
import { createAlertTarget } from './alerts/alert-target.ts'
import { listAudit } from './audit.ts'
import { copyChannel, createChannel, deleteChannels, editChannel } from './channel.ts'
import { explainRoute } from './channels/channel-checks.ts'
import { pageQuery, searchQuery, withPageSize } from './envelope.ts'
import { listLogs, saveLogFilter } from './log.ts'
import { createRedemptions, redeemCode } from './redemption.ts'
import { login } from './session.ts'
import { addPasskey } from './sign-in/passkey.ts'
import { activateTotp, showFactor } from './sign-in/second-factor.ts'
import { setOption } from './site.ts'
import { createToken, searchTokens } from './token.ts'
import { editSelf } from './user.ts'
import { createUser, creditUser, editUser, manageUser } from './user-admin.ts'

const channel = { type: 1, name: 'a', models: 'a', key: 'a' }
const account = { username: 'ada', password: 'long enough' }
const accepts = (schema: z.ZodType, value: object): boolean => schema.safeParse(value).success
/** The names under which the server keeps its words for what a rule refuses. */
const RULES: ReadonlySet<string> = new Set(
  'NUL JSON password username look-alike email required type control key key-part unsupported http-address http(s)_URL'
    .split(' ')
    .map((name) => name.replace('_', ' ')),
)
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
    ['suffix', 50, copyChannel.input.query, {}],
    ['key', 200_000, editChannel.input.body, { id: 1 }],
    ['model_limits', 20_000, createToken.input.body, {}],
    ['allow_ips', 2000, createToken.input.body, {}],
    ['group', 64, createToken.input.body, {}],
    ['group', 64, createUser.input.body, account],
    ['email', 254, editUser.input.body, { id: 1 }],
    ['turnstile', 4096, register.input.query, {}],
    ['action', 100, listAudit.input.query, {}],
    ['password', 1024, showFactor.input.body, {}],
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
    ['a name for a filter of the log', saveLogFilter.input.body, { name: ' ', query: '' }],
    ['a target on the web', createAlertTarget.input.body, { name: 'a', kind: 'slack', url: 'ftp://a.example' }],
    ['a target without a user', createAlertTarget.input.body, { name: 'a', kind: 'slack', url: 'https://a@a.example' }],
    ['a target without a password', createAlertTarget.input.body, { name: 'a', kind: 'slack', url: 'https://:a@a.example' }],
    ['at most a hundred codes', createRedemptions.input.body, { name: 'a', quota: 1, count: 101 }],
    ['a password of eight characters', createUser.input.body, { username: 'ada', password: '1234567' }],
    ['a credit that takes nothing', creditUser.input.body, { user_id: 1, quota: -1 }],
    ['a key of a channel', createChannel.input.body, { ...channel, key: '\n' }],
    ['parts of a key that are there', createChannel.input.body, { ...channel, key: 'a|undefined' }],
    ['parts of every key that are there', createChannel.input.body, { ...channel, key: 'a\nb| null |c' }],
    ['a key that a header can carry', createChannel.input.body, { ...channel, key: 'a\nb\u007f' }],
    ['keys without tabs', editChannel.input.body, { id: 1, key: 'a\nb\tc' }],
    ['a name of one line', createChannel.input.body, { ...channel, name: 'a\u2028b' }],
    ['a name without NUL', createToken.input.body, { name: 'a\0b' }],
    ['a mapping of names to names', createChannel.input.body, { ...channel, model_mapping: '{"a":1}' }],
    ['a mapping to names that are not empty', createChannel.input.body, { ...channel, model_mapping: '{"a":""}' }],
    ['a mapping to names that are not blank', createChannel.input.body, { ...channel, model_mapping: '{"a":"  "}' }],
    ['a mapping to names that a model may have', createChannel.input.body, { ...channel, model_mapping: `{"a":"${'b'.repeat(513)}"}` }],
    ['a mapping to names of one line', createChannel.input.body, { ...channel, model_mapping: '{"a":"b\\nc"}' }],
    ['a mapping that is JSON', createChannel.input.body, { ...channel, model_mapping: '{' }],
    ['settings that are JSON', createChannel.input.body, { ...channel, config: '[]' }],
    ['settings of one line', createChannel.input.body, { ...channel, config: '{"region":"a\\nb"}' }],
    ['no settings that it cannot keep', createChannel.input.body, { ...channel, status_code_mapping: '{"a":""}' }],
    ['no switch that it does not have', createChannel.input.body, { ...channel, setting: '{"a":false,"b":true}' }],
    ['no setting that is no JSON', createChannel.input.body, { ...channel, param_override: 'x' }],
    ['a status that there is', createChannel.input.body, { ...channel, status: 4 }],
    ['at least one channel to delete', deleteChannels.input.body, { ids: [] }],
    ['at most a thousand channels to delete', deleteChannels.input.body, { ids: Array(1001).fill(1) }],
    ['ids from 1', deleteChannels.input.body, { ids: [0] }],
    ['codes that never end', createRedemptions.input.body, { name: 'a', quota: 1, expired_time: 1 }],
    ['a password of at most 128 characters', createUser.input.body, { username: 'ada', password: '😀'.repeat(129) }],
    ['a name', createUser.input.body, { ...account, username: ' ' }],
    ['a name that is no address', createUser.input.body, { ...account, username: 'ada@a' }],
    ['a name without signs that are not seen', createUser.input.body, { ...account, username: 'a\u200bda' }],
    ['a name without letters in disguise', createUser.input.body, { ...account, username: 'ﬁn' }],
    ['a name of one alphabet', createUser.input.body, { ...account, username: 'аdа' }],
    ['an address of a mailbox', register.input.body, { ...account, email: 'ada' }],
    ['an action that there is', manageUser.input.body, { id: 1, action: 'crown' }],
    ['a value from 0', manageUser.input.body, { id: 1, action: 'add_quota', value: -1 }],
    ['a code of an app', activateTotp.input.body, { code: ' - ' }],
    ['a password to confirm with', showFactor.input.body, { password: '' }],
    ['a name of a passkey', addPasskey.input.body, { name: ' ' }],
    ['a known type of channel', createChannel.input.body, { ...channel, type: 52 }],
    ['a weight from 0', createChannel.input.body, { ...channel, weight: -1 }],
    ['a priority within a billion', createChannel.input.body, { ...channel, priority: 1_000_000_001 }],
    ['an address of the web', createChannel.input.body, { ...channel, base_url: 'ftp://a.example' }],
    ['an address that can be read', createChannel.input.body, { ...channel, base_url: 'https://[a' }],
    ['an address without a password', createChannel.input.body, { ...channel, base_url: 'https://a:b@a.example' }],
    ['an address without a user', createChannel.input.body, { ...channel, base_url: 'https://a@a.example' }],
    ['an address without a fragment', createChannel.input.body, { ...channel, base_url: 'https://a.example#b' }],
  ])('%s', (_, schema, value) => {
    const issues = schema.safeParse(value).error?.issues ?? []
    expect(issues.length).toBeGreaterThan(0)
    expect(issues.filter(({ code, message }) => code === 'custom' && !RULES.has(message))).toEqual([])
  })

  it('nothing else at these ends', () => {
    expect(saveLogFilter.input.body.parse({ name: ' slow ', query: '' })).toEqual({ name: 'slow', query: '' })
    expect(accepts(createRedemptions.input.body, { name: 'a', quota: 1, count: 100 })).toBe(true)
    expect(accepts(createAlertTarget.input.body, { name: 'a', kind: 'slack', url: ' http://a.example/b ' })).toBe(true)
    expect(accepts(redeemCode.input.body, { key: ' a ' })).toBe(true)
    expect(accepts(createUser.input.body, { username: 'ada', password: '12345678' })).toBe(true)
    expect(accepts(creditUser.input.body, { user_id: 1, quota: 0 })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, priority: -1_000_000_000, weight: 1_000_000_000 })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, base_url: ' https://a.example/ ' })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, setting: '{"a":false,"b":0,"c":""}', header_override: ' {} ' })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, model_mapping: `{"a":"${'b'.repeat(512)}"}` })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, model_mapping: '{"a":"b"}', config: '{"region":"eu","n":1}' })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, config: '{"vertex_ai_adc":"a\\nb"}' })).toBe(true)
    expect(accepts(createChannel.input.body, { ...channel, key: 'a|b\r\nundefined-c|d' })).toBe(true)
    expect(accepts(deleteChannels.input.body, { ids: Array(1000).fill(1) })).toBe(true)
    expect(accepts(createRedemptions.input.body, { name: 'a', quota: 1, expired_time: 0 })).toBe(true)
    expect(accepts(createUser.input.body, { username: 'ада', password: '😀'.repeat(128) })).toBe(true)
    expect(accepts(register.input.body, { ...account, email: '' })).toBe(true)
    expect(accepts(manageUser.input.body, { id: 1, action: 'add_quota', value: 0 })).toBe(true)
  })
})

describe('a channel as it is sent', () => {
  it('has defaults for all it does not say', () => {
    expect(createChannel.input.body.parse({ type: 1, key: 'a' })).toEqual({
      type: 1,
      key: 'a',
      name: '',
      models: '',
      group: 'default',
      tag: '',
      base_url: '',
      other: '',
      model_mapping: '',
      config: '',
      system_prompt: '',
      header_override: '',
      param_override: '',
      setting: '',
      cost: '',
      priority: 0,
      weight: 0,
    })
    expect(copyChannel.input.query.parse({})).toEqual({ suffix: '_复制' })
    expect(explainRoute.input.query.parse({ model: 'a' })).toEqual({ model: 'a', group: 'default', wire: 'chat' })
  })

  it.each([
    ['a.example/', 'https://a.example'],
    ['127.0.0.1:8080', 'https://127.0.0.1:8080'],
    ['[::1]:8080', 'https://[::1]:8080'],
    [' http://a.example/v1/ ', 'http://a.example/v1'],
    ['', ''],
  ])('at %p is reached at %p', (sent, kept) => {
    expect(createChannel.input.body.parse({ ...channel, base_url: sent }).base_url).toBe(kept)
  })

  it.each([
    [' a , b,,a ', 'a,b'],
    [',', ''],
  ])('of the models %p has %p', (sent, kept) => {
    expect(createChannel.input.body.parse({ ...channel, models: sent }).models).toBe(kept)
  })

  it.each(['""', ' null ', ''])('with the mapping %p has none', (sent) => {
    expect(createChannel.input.body.parse({ ...channel, model_mapping: sent }).model_mapping).toBe('')
  })

  it.each<readonly [number, 1 | 2 | 3 | undefined]>([
    [0, undefined],
    [1, 1],
    [2, 2],
    [3, 3],
  ])('of status %d is set to %p', (sent, kept) => {
    expect(createChannel.input.body.parse({ ...channel, status: sent }).status).toBe(kept)
  })

  it('may stand inside an object that also says what its key is', () => {
    const adapted = (body: unknown) => createChannel.adaptBody(body, { isNewApi: false })
    expect(adapted({ channel, mode: 'single' })).toEqual({ ...channel, mode: 'single' })
    expect([adapted({ channel }), adapted(channel), adapted({ channel: 'a' })]).toEqual([channel, channel, { channel: 'a' }])
    expect([adapted(null), adapted('a')]).toEqual([null, 'a'])
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
  it.each([
    [{ p: '2', size: '20' }, 20],
    [{ ps: '30', size: '20' }, 30],
    [{ page_size: '40', ps: '30', size: '20' }, 40],
    [{ page_size: '0', size: '20' }, 20],
    [{ page_size: '', size: 'x' }, 10],
    [{}, 10],
  ])('of %j has %d rows, by whichever name the family gives them', (query, rows) => {
    expect(pageQuery.parse(withPageSize(query)).page_size).toBe(rows)
  })
})

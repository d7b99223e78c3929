import { describe, expect, it } from 'bun:test'
import type { SourceRow } from '../dialect/source/source.ts'
import { Notes } from './notes.ts'
import { planChannels } from './plan-channels.ts'
import { planRedemptions, planTokens } from './plan-tokens.ts'
import { planUsers } from './plan-users.ts'
import { cut, countOf, fits, flagOf, idOf, realOf, textOf, trimmed, wholeOf } from './source-value.ts'

const NOW = 1_800_000_000
const BEYOND = '9007199254740993'

const noted = <T>(work: (notes: Notes) => readonly T[]): { readonly rows: readonly T[]; readonly notes: readonly string[] } => {
  const notes = new Notes()
  const rows = work(notes)
  return { rows, notes: notes.all.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`) }
}

describe('values of another database', () => {
  it.each<readonly [SourceRow[string], bigint]>([
    ['7', 7n],
    [' +7 ', 7n],
    ['-7', -7n],
    ['7.9', 7n],
    ['1e3', 1000n],
    [null, 5n],
    ['', 5n],
    [7n, 7n],
  ])('%p is the whole number %p', (value, whole) => {
    expect(wholeOf({ id: '1', x: value }, 'x', 5n)).toBe(whole)
  })

  it('that are no number name the row', () => {
    expect(() => wholeOf({ id: '9', x: 'many' }, 'x')).toThrow(
      'x of the row with id 9 is no number; this version of the source is not known here',
    )
  })

  it('end at 2^53 - 1 on either side', () => {
    const most = 9_007_199_254_740_991n
    expect([fits(most), fits(most + 1n), fits(-most), fits(-most - 1n)]).toEqual([true, false, true, false])
    expect([cut(most + 1n), cut(-most - 1n), cut(3n)]).toEqual([most, -most, 3n])
    expect(countOf({ x: BEYOND }, 'x')).toBe(9_007_199_254_740_991)
  })

  it.each(['0', '-1', BEYOND])('refuses the id %s', (id) => {
    expect(() => idOf({ id }, 'users')).toThrow(`users has a row with the id ${id}, which cannot be kept`)
  })

  it('are texts, flags and fractions', () => {
    expect([textOf({ x: 'a\0b' }, 'x'), textOf({ x: new Uint8Array([97]) }, 'x'), textOf({}, 'x'), trimmed({ x: ' a ' }, 'x')]).toEqual([
      'ab',
      'a',
      '',
      'a',
    ])
    expect(['1', 't', 'TRUE', 'true', '0', 'f', '', 'yes'].map((x) => flagOf({ x }, 'x'))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect([realOf({ x: '1.5' }, 'x'), realOf({ x: 'x' }, 'x'), realOf({}, 'x')]).toEqual([1.5, 0, 0])
    expect([realOf({ x: '1e300' }, 'x'), realOf({ x: '-1e300' }, 'x')]).toEqual([9_007_199_254_740_991, -9_007_199_254_740_991])
  })
})

describe('accounts', () => {
  const user = (id: number, over: object = {}): SourceRow => ({ id: String(id), username: `user${id}`, role: '1', status: '1', ...over })
  const plannedFrom = (family: 'one-api' | 'new-api', ...users: readonly SourceRow[]) =>
    noted((notes) => planUsers({ users, factors: [], family }, notes))
  const planned = (...users: readonly SourceRow[]) => plannedFrom('one-api', ...users)

  it.each([
    [{ role: '100' }, { role: 100 }, []],
    [{ role: '10' }, { role: 10 }, []],
    [{ role: '99' }, { role: 10 }, ['changed 1: the role 99 is not known; it is 10 now']],
    [{ role: '0' }, { role: 1 }, ['changed 1: the role 0 is not known; it is 1 now']],
    [{ status: '2' }, { status: 2 }, []],
    [{ status: '7' }, { status: 2 }, ['changed 1: the status 7 is not known; the account is disabled']],
    [{ password: '$2a$10$x' }, { passwordHash: '$2a$10$x' }, []],
    [{ password: 'plain' }, { passwordHash: '' }, ['changed 1: the password is no bcrypt hash: set a new one with weir passwd']],
    [{ email: 'A@x' }, { email: 'a@x' }, ['changed 1: the e-mail is in lower case now']],
    [{ discord_id: 'd' }, {}, ['left out 1: discord_id: there is no sign-in by this service here']],
    [{ telegram_id: 'd' }, {}, ['left out 1: telegram_id: there is no sign-in by this service here']],
    [{ linux_do_id: 'd' }, {}, ['left out 1: linux_do_id: there is no sign-in by this service here']],
    [{ aff_quota: '5' }, {}, ['left out 1: aff_quota of 5: rewards that were not moved to the balance have no place here']],
    [{ group: ' ' }, { group: 'default' }, []],
    [{ quota: '7', used_quota: '3' }, { granted: 10n, used: 3n, forfeited: 0n }, []],
    [{ quota: BEYOND }, { granted: 9_007_199_254_740_991n }, [`changed 1: quota is ${BEYOND}, beyond 2^53; it is 9007199254740991 now`]],
    [
      { deleted_at: '2026-01-01', quota: '7', discord_id: 'd' },
      { status: 3, forfeited: 7n, username: 'deleted_1', email: null },
      ['changed 1: deleted there: kept as a deleted account without name and addresses, 7 units forfeited'],
    ],
    [
      { status: '3', quota: '-7' },
      { status: 3, forfeited: 0n },
      ['changed 1: deleted there: kept as a deleted account without name and addresses, 0 units forfeited'],
    ],
  ])('%j', (over, fields, told) => {
    const { rows, notes } = planned(user(1, over))
    expect(rows).toMatchObject([fields])
    expect(notes).toEqual(told)
  })

  it('share nothing that must be unique: the oldest that is not deleted keeps it', () => {
    const { rows, notes } = planned(
      user(1, { deleted_at: 'x', email: 'a@x' }),
      user(2, { email: 'a@x', aff_code: 'c', access_token: 't', github_id: 'g' }),
      user(3, { email: 'a@x ', aff_code: 'c', access_token: 't', github_id: 'g' }),
    )
    expect(rows.map(({ id, email }) => [id, email])).toEqual([
      [1, null],
      [2, 'a@x'],
      [3, null],
    ])
    expect(notes[0]).toBe('kept 2: github_id g is a login name, which opens no account here: bind GitHub anew')
    expect(notes.filter((note) => note.startsWith('changed 3'))).toEqual(
      ['e-mail', 'github_id', 'invitation code', 'access token'].map(
        (what) => `changed 3: an older account has the same ${what}; this one has none now`,
      ),
    )
  })

  it('are known by the numbers of GitHub, and never by a name that looks like one', () => {
    const { rows, notes } = plannedFrom('one-api', user(1, { github_id: '583231' }))
    expect(rows).toMatchObject([{ githubId: null }])
    expect(notes).toEqual([
      'changed 1: github_id 583231 is a login name and would be the number of somebody else; this account has none now',
    ])
    expect(plannedFrom('new-api', user(1, { github_id: '583231' }))).toMatchObject({ rows: [{ githubId: '583231' }], notes: [] })
  })

  it('that are deleted take no name from the others', () => {
    const { rows } = planned(user(1, { username: 'deleted_x', deleted_at: 'y' }), user(2, { username: 'deleted_x' }))
    expect(rows[1]?.username).toBe('deleted_x')
    expect(rows[0]?.username).toMatch(/^user_1_[0-9a-f]{8}$/)
  })

  it('keep names that read alike, and lose one that is taken', () => {
    const { rows, notes } = planned(user(1, { username: 'alice' }), user(2, { username: '\u0430lice' }), user(3, { username: 'alice ' }))
    expect(rows[1]).toMatchObject({ username: '\u0430lice', shape: null })
    expect(notes[0]).toBe('kept 2: the name "\u0430lice" reads like that of an older account')
    expect(notes[1]).toMatch(/^changed 3: the name "alice " cannot be kept; it is user_3_[0-9a-f]{8} now$/)
  })
})

describe('tokens', () => {
  const owners = new Map([[1, { id: 1, group: 'vip' }]])
  const token = (over: object = {}): SourceRow => ({ id: '4', user_id: '1', key: 'sk-abc', status: '1', ...over })
  const planned = (family: 'one-api' | 'new-api', ...tokens: readonly SourceRow[]) =>
    noted((notes) =>
      planTokens({ tokens, family, options: [{ key: 'UserUsableGroups', value: '{"cheap":"for all","none":null}' }] }, owners, notes),
    )

  it.each([
    [{}, { key: 'abc', status: 1, expiredTime: -1, isUnlimited: false, remainQuota: 0n }, []],
    [{ unlimited_quota: 't', expired_time: '9' }, { isUnlimited: true, expiredTime: 9 }, []],
    [{ status: '9' }, { status: 2 }, ['changed 4: the status 9 is not known; the token is disabled']],
    [{ group: 'vip' }, { group: '' }, []],
    [{ group: 'cheap' }, { group: 'cheap' }, []],
    [{ group: 'none' }, { group: '' }, ['changed 4: its group none is not offered to all; it is served by the group vip of its account']],
    [{ group: 'gold' }, { group: '' }, ['changed 4: its group gold is not offered to all; it is served by the group vip of its account']],
    [
      { remain_quota: BEYOND },
      { remainQuota: 9_007_199_254_740_991n },
      [`changed 4: remain_quota is ${BEYOND}, beyond 2^53; it is 9007199254740991 now`],
    ],
    [{ models: 'a, b', subnet: '10.0.0.0/8 , 1.1.1.1' }, { models: 'a,b', subnet: '10.0.0.0/8,1.1.1.1' }, []],
  ])('%j', (over, fields, told) => {
    const { rows, notes } = planned('one-api', token(over))
    expect(rows).toMatchObject([fields])
    expect(notes).toEqual(told)
  })

  it.each([
    [{ user_id: '2' }, 'its account 2 is gone'],
    [{ deleted_at: 'x' }, 'deleted there'],
    [{ key: 'sk-' }, 'it has no key'],
  ])('left out: %j', (over, reason) => {
    expect(planned('one-api', token(over))).toEqual({ rows: [], notes: [`left out 4: ${reason}`] })
  })

  it('with the key of an older one are left out', () => {
    expect(planned('one-api', token(), token({ id: '5', key: 'abc' })).notes).toEqual(['left out 5: an older row has the same key'])
  })

  it('of new-api have their list beside a switch, and addresses one to a line', () => {
    const listed = { model_limits: 'a,b', allow_ips: '1.1.1.1\n2.2.2.2' }
    expect(planned('new-api', token(listed)).rows).toMatchObject([{ models: '', subnet: '1.1.1.1,2.2.2.2' }])
    expect(planned('new-api', token({ ...listed, model_limits_enabled: '1' })).rows).toMatchObject([{ models: 'a,b' }])
    const none = token({ model_limits: ' ,', model_limits_enabled: '1' })
    expect(planned('new-api', none)).toMatchObject({
      rows: [{ status: 2 }],
      notes: ['changed 4: it is limited to models of which there are none; the token is disabled'],
    })
  })
})

describe('codes', () => {
  it.each([
    [{ status: '1' }, 1, []],
    [{ status: '3', expired_time: String(NOW - 1) }, 3, []],
    [{ status: '9' }, 2, ['changed 6: the status 9 is not known; the code is disabled']],
    [{ status: '1', expired_time: String(NOW + 1) }, 1, ['changed 6: codes do not expire here: it stays good after its time']],
    [{ status: '1', expired_time: String(NOW) }, 2, ['changed 6: its time is over; the code is disabled']],
    [{ status: '1', quota: '-50' }, 2, ['changed 6: it is worth -50 units; the code is disabled']],
    [{ status: '1', quota: '0' }, 2, ['changed 6: it is worth 0 units; the code is disabled']],
    [{ status: '3', quota: '-50' }, 3, []],
  ])('%j', (over, status, told) => {
    const { rows, notes } = noted((all) => planRedemptions({ redemptions: [{ id: '6', key: 'k', quota: '5', ...over }] }, NOW, all))
    expect(rows.map((row) => row.status)).toEqual([status])
    expect(notes).toEqual(told)
  })

  it('without a key, deleted or twice there are left out', () => {
    const redemptions = [
      { id: '1', key: 'k', status: '1', quota: '5' },
      { id: '2', key: 'k', status: '1', quota: '5' },
      { id: '3', key: ' ' },
      { id: '4', key: 'x', deleted_at: 'y' },
    ]
    expect(noted((all) => planRedemptions({ redemptions }, NOW, all)).notes).toEqual([
      'left out 2: an older row has the same key',
      'left out 3: it has no key',
      'left out 4: deleted there',
    ])
  })
})

describe('channels', () => {
  const rules = {
    split: (config: string) => ({ config, secretConfig: '' }),
    keyFrom: (type: number) => (type === 33 ? 'made' : undefined),
    overrides: <T extends object>(given: T) => ({ ...given, secretOverrides: { headers: {}, proxyPassword: '' } }),
  }
  const plannedFrom = (family: 'one-api' | 'new-api', ...rows: readonly object[]) => {
    const channels = rows.map((row, at): SourceRow => ({ id: String(at + 1), type: '1', status: '1', key: 'k', name: 'c', ...row }))
    return noted((notes) => planChannels({ channels, family }, rules, notes))
  }
  const planned = (...rows: readonly object[]) => plannedFrom('one-api', ...rows)

  it.each([
    [{}, { status: 1, group: 'default', weight: 0 }, []],
    [{ type: '51' }, { status: 1 }, []],
    [{ type: '52' }, { status: 2 }, ['changed 1: the type 52 is not known here; the channel is disabled']],
    [{ type: '0' }, { status: 2 }, ['changed 1: the type 0 is not known here; the channel is disabled']],
    [{ status: '9' }, { status: 2 }, ['changed 1: the status 9 is not known; the channel is disabled']],
    [{ base_url: 'ftp://x' }, { baseUrl: 'ftp://x' }, ['kept 1: base_url is no http address: calls will fail until it is one']],
    [{ model_mapping: '{' }, { modelMapping: '' }, ['changed 1: model_mapping cannot be read and is empty now']],
    [{ config: '[' }, { config: '' }, ['changed 1: config cannot be read and is empty now']],
    [{ key: '' }, { key: '' }, ['kept 1: it has no key']],
    [{ key: '', type: '33' }, { key: 'made' }, []],
    [{ tag: ' eu, blue,eu ' }, { tag: 'eu,blue' }, []],
    [{ tag: 'null', remark: 'null', settings: '[]', param_override: '""' }, { tag: '' }, []],
    [{ setting: '{"system_prompt":"be brief","proxy":""}' }, { systemPrompt: 'be brief' }, []],
    [
      { setting: '{"force_format":true,"proxy":"x"}' },
      { proxy: '' },
      ['left out 1: setting: force_format has no place here', 'left out 1: setting.proxy cannot be taken over (proxy)'],
    ],
    [{ setting: '{"proxy":"socks5://a:b@p.example:1080"}' }, { proxy: 'socks5://a:b@p.example:1080' }, []],
    [
      { header_override: '{"X-A":"b"}', param_override: '{"top_p":0}' },
      { headerOverride: '{"X-A":"b"}', paramOverride: '{"top_p":0}' },
      [],
    ],
    [
      { header_override: '{"Host":"b"}', param_override: '{"stream":true}' },
      { headerOverride: '', paramOverride: '' },
      [
        'left out 1: param_override cannot be taken over (body-metered stream)',
        'left out 1: header_override cannot be taken over (header-reserved Host)',
      ],
    ],
    [{ header_override: '{"cookie":"***"}' }, { headerOverride: '' }, ['left out 1: header_override cannot be taken over (***)']],
    [{ weight: '-3' }, { weight: 0 }, []],
    [
      { balance: '1.5', used_quota: '9', priority: '3', models: 'a, b', group: 'x, y' },
      { balance: 1.5, usedQuota: 9n, priority: 3, models: 'a,b', group: 'x,y' },
      [],
    ],
  ])('%j', (over, fields, told) => {
    const { rows, notes } = planned(over)
    expect(rows).toMatchObject([fields])
    expect(notes).toEqual(told)
  })

  it.each([
    ['one-api', '{"a": "b", "b": "c"}', { mapping: '{"a": "b", "b": "c"}', told: [] }],
    ['one-api', '{"a":"","b":"c"}', { mapping: '{"b":"c"}', told: [] }],
    ['one-api', '{"a":"","b":1}', { mapping: '', told: ['changed 1: model_mapping cannot be read and is empty now'] }],
    ['new-api', '{"a": "b", "x": "y"}', { mapping: '{"a": "b", "x": "y"}', told: [] }],
    ['new-api', '{"a": "b", "b": "b", "x": "constructor"}', { mapping: '{"a": "b", "b": "b", "x": "constructor"}', told: [] }],
    [
      'new-api',
      '{"a":"b","b":"c","c":"d","x":"","y":"a"}',
      {
        mapping: '{"a":"d","b":"d","c":"d","y":"d"}',
        told: ['changed 1: model_mapping leads to the end of its chains at once: a, b, y'],
      },
    ],
    [
      'new-api',
      '{"a":"b","b":"a","x":"y"}',
      {
        mapping: '{"a":"b","b":"a","x":"y"}',
        told: ['kept 1: model_mapping leads in a circle, which was refused there; one step is taken here: a, b'],
      },
    ],
  ] as const)('of %s map %s as they did there', (family, mapping, expected) => {
    const { rows, notes } = plannedFrom(family, { model_mapping: mapping })
    expect({ mapping: rows[0]?.modelMapping, told: notes }).toEqual(expected)
  })

  it.each(['open_ai_organization', 'status_code_mapping', 'remark', 'settings', 'test_model'])('have no place for %s', (column) => {
    expect(planned({ [column]: 'x' }).notes).toEqual([`left out 1: ${column} has no place here`])
  })

  it('that were not to go off by themselves are named', () => {
    expect(planned({ auto_ban: '0' }, { auto_ban: '1' }).notes).toEqual([
      'left out 1: auto_ban was off: AutomaticDisableChannelEnabled holds for every channel here',
    ])
  })

  it('of new-api are what their number means there', () => {
    const { rows, notes } = plannedFrom('new-api', { type: '43' }, { type: '36' })
    expect(rows).toMatchObject([
      { type: 36, status: 1 },
      { type: 8, status: 2 },
    ])
    expect(notes).toEqual([
      'changed 1: its type 43 is 36 (DeepSeek) here',
      'changed 2: its type 36 is 8 (Custom channel) here',
      'changed 2: the type 36 of new-api is not known here; the channel is disabled',
    ])
  })

  it('keep their keys in their order, each once and with its state', () => {
    const list = { is_multi_key: true, multi_key_mode: 'random', multi_key_status_list: { 1: 2, 4: 3 } }
    const info = { ...list, multi_key_disabled_time: { 4: 1_700_000_000 } }
    const { rows, notes } = planned({ key: 'a\nb\n a \n\nc', channel_info: JSON.stringify(info), weight: '10', used_quota: '9' }, {})
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ id: 1, status: 1, name: 'c', weight: 10, usedQuota: 9n, keyMode: 'random' })
    expect(rows[0]).toMatchObject({ key: 'a', keyState: { status: 1, changedAt: 0 } })
    expect(rows[0]?.furtherKeys).toEqual([
      { key: 'b', status: 2, changedAt: 0 },
      { key: 'c', status: 3, changedAt: 1_700_000_000 },
    ])
    expect(notes).toEqual([])
    const files = planned({ key: '[{"a":1},"b"]', channel_info: '{"is_multi_key":true}' })
    expect(files.rows).toMatchObject([{ key: '{"a":1}', furtherKeys: [{ key: 'b', status: 1 }], keyMode: 'polling' }])
    expect(planned({ key: 'a\nb' }).rows).toMatchObject([{ key: 'a\nb', furtherKeys: [] }])
  })

  it('go off where all of their keys are, and an only key takes the state of its channel', () => {
    const info = { is_multi_key: true, multi_key_status_list: { 0: 3, 1: 2 } }
    const { rows, notes } = planned({ key: 'a\nb', channel_info: JSON.stringify(info) })
    expect(rows).toMatchObject([{ status: 3, keyState: { status: 3 }, furtherKeys: [{ status: 2 }] }])
    expect(notes).toEqual(['changed 1: all of its keys are off; so is the channel'])
    expect(planned({ key: 'a\n', channel_info: JSON.stringify(info) }).rows).toMatchObject([{ status: 1, keyState: { status: 1 } }])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { SAMPLE_FILE, openConfigStand, type ConfigStand } from '../../testing/config-stand.ts'

let stand: ConfigStand

const PLAN = `~ option CacheAffinity
    value: true → false
~ option EmailDomainWhitelist
    value: gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com → a.example,b.example
~ option ModelSubstitutes
    gpt-5: (none) → ["gpt-5-mini"]
~ option Notice
    value: "" → Hello
~ option RetryTimes
    value: 2 → 4
~ option SMTPToken
    value: empty → set
~ option GroupRatio
    b-team: (none) → 2
    vip: 1 → 0.8
~ option UserUsableGroups
    vip: (none) → For friends
~ option GroupRouting
    vip: (none) → latency
~ option GroupSheets
    vip: (none) → {"gpt-4o":{"input":1,"output":2}}
~ option ModelSheets
    own-model: (none) → {"mode":"chat","price":{"input":1,"output":2},"vendor":"me"}
+ channel main
    models: gpt-4o,gpt-4o-mini
    group: default,vip
    tag: x,y
    base_url: https://a.example
    model_mapping: {"gpt-4o":"gpt-4o-2024-11-20"}
    system_prompt: Be short
    cost: 0.8
    priority: 5
    weight: 2
    type: 1
    key: env:WEIR_CHANNEL_MAIN
+ channel spare
    models: gpt-4o
    cost: {"gpt-4o":0.5}
    type: 1000
    status: 2
    key: env:WEIR_CHANNEL_MAIN, env:WEIR_CHANNEL_SPARE
    key_mode: random
+ channel aws
    models: claude-3-haiku-20240307
    type: 33
    config: {"region":"us-east-1","ak":"AKIA7"}
    key: env:WEIR_CHANNEL_MAIN
+ budget of user alice, requests a day
    hard: true
    limit: 100
+ budget of group vip, quota a month of gpt-4o
    hard: false
    limit: 5000
+ budget of token 1, requests a day
    hard: true
    limit: 7
6 to make, 11 to change, 0 to delete`

beforeAll(async () => {
  stand = await openConfigStand()
})
afterAll(() => stand.remove())

describe('the plan of a file', () => {
  it('names everything that will be made and changed, in the order of the file', async () => {
    expect(await stand.apply(SAMPLE_FILE, '--yes')).toMatchObject({ err: PLAN, out: '17 changes are made' })
  })

  it.each([
    [
      'keys in another order',
      'channels: [{ name: main, type: 1, keys: [env:WEIR_CHANNEL_SPARE, env:WEIR_CHANNEL_MAIN] }]',
      ['~ channel main', '    key: env:WEIR_CHANNEL_MAIN → env:WEIR_CHANNEL_SPARE, env:WEIR_CHANNEL_MAIN'],
    ],
    [
      'fewer keys',
      'channels: [{ name: spare, type: 1000, key: env:WEIR_CHANNEL_MAIN }]',
      ['~ channel spare', '    key: env:WEIR_CHANNEL_MAIN, env:WEIR_CHANNEL_SPARE → env:WEIR_CHANNEL_MAIN'],
    ],
    [
      'another mode of keys',
      'channels: [{ name: spare, type: 1000, key_mode: polling }]',
      ['~ channel spare', '    key_mode: random → polling'],
    ],
    [
      'fields of a channel, of which empty settings and an empty mapping are nothing',
      'channels: [{ name: main, type: 1, config: {}, model_mapping: {}, cost: 0.9, status: disabled, models: [a] }]',
      [
        '~ channel main',
        '    models: gpt-4o,gpt-4o-mini → a',
        '    model_mapping: {"gpt-4o":"gpt-4o-2024-11-20"} → {}',
        '    cost: 0.8 → 0.9',
        '    status: 1 → 2',
      ],
    ],
    [
      'settings of a channel with a secret among them',
      'channels: [{ name: aws, type: 33, config: { region: eu-1, ak: AKIA7, sk: env:WEIR_CHANNEL_MAIN } }]',
      ['~ channel aws', '    config: {"region":"us-east-1","ak":"AKIA7"} → {"region":"eu-1","ak":"AKIA7"}', '    config.sk: set → set'],
    ],
    [
      'a budget',
      'budgets: [{ user: alice, unit: requests, period: day, limit: 5, hard: false }]',
      ['~ budget of user alice, requests a day', '    hard: true → false', '    limit: 100 → 5'],
    ],
    [
      'a group that keeps its ratio alone',
      'groups: { vip: { ratio: 0.5 } }',
      [
        '~ option GroupRatio',
        '    vip: 0.8 → 0.5',
        '~ option UserUsableGroups',
        '    vip: For friends → (none)',
        '~ option GroupRouting',
        '    vip: latency → (none)',
        '~ option GroupSheets',
        '    vip: {"gpt-4o":{"input":1,"output":2}} → (none)',
      ],
    ],
  ])('shows %s', async (_, text, lines) => {
    const { out } = await stand.apply(text, '--dry-run')
    expect(out.split('\n').slice(0, -1)).toEqual(lines)
  })

  it('deletes what a section does not name when it is told to, and nothing of other sections', async () => {
    const budgets =
      'budgets: [{ token: 1, unit: requests, period: day, limit: 8 }, { group: vip, model: x, unit: tokens, period: day, limit: 8 }]'
    expect((await stand.apply(budgets, '--prune', '--dry-run')).out.split('\n')).toEqual([
      '~ budget of token 1, requests a day',
      '    limit: 7 → 8',
      '+ budget of group vip, tokens a day of x',
      '    hard: true',
      '    limit: 8',
      '- budget 1 of user 2, requests a day',
      '- budget 2 of group vip, quota a month of gpt-4o',
      '1 to make, 1 to change, 2 to delete',
    ])
    const groups = 'groups: { default: { ratio: 1 }, vip: { ratio: 0.8, description: For friends, routing: latency } }\nprices: {}'
    expect((await stand.apply(groups, '--prune', '--dry-run')).out.split('\n')).toEqual([
      '~ option GroupRatio',
      '    b-team: 2 → (none)',
      '    svip: 1 → (none)',
      '~ option GroupSheets',
      '    vip: {"gpt-4o":{"input":1,"output":2}} → (none)',
      '~ option ModelSheets',
      '    own-model: {"mode":"chat","price":{"input":1,"output":2},"vendor":"me"} → (none)',
      '0 to make, 3 to change, 0 to delete',
    ])
  })

  it.each([
    ['channels: [{ name: x, type: 1 }, { name: x, type: 1 }]', 'channel x stands in the file twice'],
    [
      'budgets: [{ user: alice, unit: requests, period: day, limit: 5 }, { user: "2", unit: requests, period: day, limit: 6 }]',
      'the budget of user 2, requests a day stands in the file twice',
    ],
  ])('is refused where an entry stands twice: %s', async (text, words) => {
    await expect(stand.apply(text, '--dry-run')).rejects.toThrow(words)
  })
})

describe('a file that is applied', () => {
  const keysOf = (id: number) => stand.inStore(({ channelKeys }) => channelKeys.all(id))

  it('gives a channel its keys in their order, and the way they are taken', async () => {
    const main = { key: 'env:WEIR_CHANNEL_MAIN', isKeyReference: true }
    const spare = { key: 'env:WEIR_CHANNEL_SPARE', isKeyReference: true }
    await stand.apply('channels: [{ name: main, type: 1, keys: [env:WEIR_CHANNEL_SPARE, env:WEIR_CHANNEL_MAIN] }]', '--yes')
    expect(await keysOf(1)).toEqual({ mode: 'polling', keys: [spare, main] })
    await stand.apply('channels: [{ name: main, type: 1, key_mode: random }]', '--yes')
    expect(await keysOf(1)).toEqual({ mode: 'random', keys: [spare, main] })
    await stand.apply('channels: [{ name: main, type: 1, key: env:WEIR_CHANNEL_MAIN, priority: 6 }]', '--yes')
    expect((await keysOf(1))?.keys).toEqual([main])
    expect(await stand.json('channel show main')).toMatchObject({ priority: 6, models: 'gpt-4o,gpt-4o-mini' })
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { withGateway } from '../gateway.ts'
import { planFile } from './apply.ts'
import { parseConfig } from './read-file.ts'
import { openCommandFolder, type CommandFolder } from '../../testing/command-line.ts'

let stand: CommandFolder

beforeEach(async () => {
  stand = await openCommandFolder({
    WEIR_CHANNEL_MAIN: 'sk-of-the-upstream',
    WEIR_CHANNEL_SPARE: 'sk-spare-upstream',
    WEIR_SECRET_SMTP: 'mail-password-7',
  })
})
afterEach(() => stand.remove())

const FILE = `
options:
  RetryTimes: 4
  SystemName: River
  CacheAffinity: false
  SMTPServer: mail.example.com
  SMTPToken: env:WEIR_SECRET_SMTP
  ModelSubstitutes: { gpt-5: [gpt-5-mini] }
groups:
  default: { ratio: 1 }
  svip: { ratio: 1 }
  vip: { ratio: 0.8, description: For friends, routing: latency }
prices:
  own-model: { vendor: me, mode: chat, price: { input: 1, output: 2 } }
channels:
  - name: main
    type: OpenAI
    key: env:WEIR_CHANNEL_MAIN
    models: [gpt-4o, gpt-4o-mini]
    groups: [default, vip]
    priority: 5
    model_mapping: { gpt-4o: gpt-4o-2024-11-20 }
    cost: 0.8
  - name: spare
    type: 1000
    status: disabled
    keys: [env:WEIR_CHANNEL_MAIN, env:WEIR_CHANNEL_SPARE]
    key_mode: random
    models: [gpt-4o]
budgets:
  - { user: alice, unit: requests, period: day, limit: 100 }
  - { group: vip, model: gpt-4o, unit: quota, period: month, limit: 5000, hard: false }
`

const write = (text: string): string => {
  const path = join(stand.folder, 'weir.yaml')
  writeFileSync(path, text)
  return path
}

const apply = (text: string, ...flags: readonly string[]) => stand.run(['apply', write(text), ...flags])
const refusalOf = (text: string, ...flags: readonly string[]) => stand.refusal(['apply', write(text), ...flags])
const trail = async () =>
  (await stand.json('audit list')) as readonly { readonly action: string; readonly object: string; readonly actor_name: string }[]

describe('weir apply', () => {
  it('shows the plan, asks, makes everything, and has nothing to do the second time', async () => {
    const path = write(FILE)
    const refused = await stand.run(['apply', path], ['no'])
    expect(refused).toMatchObject({ out: 'nothing was changed', exitCode: 1 })
    expect(refused.err).toContain('~ option RetryTimes\n    value: 2 → 4\n')
    expect(refused.err).toContain('~ option GroupRatio\n    vip: 1 → 0.8\n')
    expect(refused.err).toContain('+ channel main\n')
    expect(refused.err).toContain('    key: env:WEIR_CHANNEL_MAIN, env:WEIR_CHANNEL_SPARE\n    key_mode: random\n')
    expect(refused.err.match(/key_mode/g)).toHaveLength(1)
    expect(refused.err).toContain('+ budget of user alice, requests a day\n    hard: true\n    limit: 100\n')
    expect(refused.err).toContain('~ option SMTPToken\n    value: empty → set\n')
    expect(refused.err).toEndWith('4 to make, 10 to change, 0 to delete\nType yes to apply this: ')
    expect(await stand.json('channel list')).toEqual([])
    expect(await trail()).toEqual([])

    expect(await stand.run(['apply', path], ['yes'])).toMatchObject({ out: '14 changes are made', exitCode: 0 })
    expect(await stand.json('option list')).toMatchObject({ RetryTimes: '4', CacheAffinity: 'false', GroupRouting: '{"vip":"latency"}' })
    expect(await stand.json('channel list')).toMatchObject([
      { name: 'spare', type: 1000, status: 2, models: 'gpt-4o', group: 'default' },
      { name: 'main', type: 1, status: 1, models: 'gpt-4o,gpt-4o-mini', group: 'default,vip', priority: 5, cost: '0.8' },
    ])
    await stand.inStore(async ({ channelKeys, budgetList, options }) => {
      expect(await channelKeys.all(1)).toEqual({ mode: 'polling', keys: [{ key: 'env:WEIR_CHANNEL_MAIN', isKeyReference: true }] })
      expect(await channelKeys.all(2)).toMatchObject({
        mode: 'random',
        keys: [{ key: 'env:WEIR_CHANNEL_MAIN' }, { key: 'env:WEIR_CHANNEL_SPARE' }],
      })
      expect(await budgetList.list({}, { offset: 0, limit: 9 })).toMatchObject([
        { scope: 'group', scopeKey: 'vip', model: 'gpt-4o', unit: 'quota', period: 'month', limit: 5000, isHard: false },
        { scope: 'user', scopeKey: '2', model: '', unit: 'requests', period: 'day', limit: 100, isHard: true },
      ])
      expect((await options.all()).find(({ name }) => name === 'SMTPToken')).toMatchObject({ value: 'mail-password-7', isWithheld: false })
    })
    const actions = (await trail()).map(({ actor_name: actor, action }) => `${actor} ${action}`)
    expect(new Set(actions)).toEqual(new Set(['command option.set', 'command channel.create', 'command budget.create']))
    expect(actions).toHaveLength(14)

    expect(await stand.run(['apply', path])).toMatchObject({ out: 'nothing to change', exitCode: 0 })
    expect(await stand.run(['apply', path, '--prune', '--yes'])).toMatchObject({ out: 'nothing to change' })
    expect(await trail()).toHaveLength(14)
  })

  it('changes what differs alone, and keeps what the file does not name', async () => {
    await apply(FILE, '--yes')
    const changed = await apply('channels:\n  - { name: main, type: 1, priority: 9 }\noptions:\n  RetryTimes: 5\n', '--yes', '--json')
    expect(JSON.parse(changed.out)).toEqual({
      applied: true,
      changes: [
        { kind: 'change', object: 'option RetryTimes', fields: [{ field: 'value', before: '4', after: '5' }] },
        { kind: 'change', object: 'channel main', fields: [{ field: 'priority', before: '5', after: '9' }] },
      ],
    })
    expect(await stand.json('channel show main')).toMatchObject({ priority: 9, models: 'gpt-4o,gpt-4o-mini', cost: '0.8' })
    expect(await stand.json('channel list')).toHaveLength(2)
    expect(await stand.json('option get SystemName')).toBe('River')
  })

  it('deletes what its sections do not name when it is told to, and never a secret', async () => {
    await apply(FILE, '--yes')
    const less = FILE.replace(/ {2}- name: spare[^]*?budgets:\n.*\n/, 'budgets:\n')
      .replace('  RetryTimes: 4\n', '')
      .replace('  SMTPToken: env:WEIR_SECRET_SMTP\n', '')
    const { out } = await apply(less, '--prune', '--dry-run')
    expect(out).toContain('~ option RetryTimes\n    value: 4 → 2\n')
    expect(out).toContain('- channel spare (2)\n- budget 1 of user 2, requests a day\n')
    expect(out).toEndWith('0 to make, 1 to change, 2 to delete')
    await apply(less, '--prune', '--yes')
    expect(await stand.json('channel list')).toMatchObject([{ name: 'main' }])
    expect(await stand.json('option get RetryTimes')).toBe('2')
    const stored = await stand.inStore(({ options }) => options.all())
    expect(stored.find(({ name }) => name === 'SMTPToken')?.value).toBe('mail-password-7')
  })

  it('changes nothing where one entry is wrong', async () => {
    const wrong: readonly (readonly [string, string])[] = [
      ['options: { RetryTimes: 101 }\n', 'options.RetryTimes: '],
      ['options: { GitHubOAuthEnabled: true }\n', 'options.GitHubOAuthEnabled: '],
      ['options: { SMTPToken: env:PATH }\n', 'WEIR_SECRET_'],
      ['options: { SMTPToken: env:WEIR_SECRET_NONE }\n', 'env:WEIR_SECRET_NONE'],
      ['channels: [{ name: x, type: 1, models: [a] }]\n', 'channel x: a new channel needs key or keys'],
      ['channels: [{ name: x, type: nonsense, models: [a], key: env:WEIR_CHANNEL_MAIN }]\n', 'nonsense is no type of channel'],
      ['channels: [{ name: x, type: 1, models: [a], key: env:WEIR_CHANNEL_NONE }]\n', 'channel x: '],
      ['channels: [{ name: x, id: 7, type: 1, models: [a], key: env:WEIR_CHANNEL_MAIN }]\n', 'channel x (7) is not there'],
      ['channels: [{ name: x, type: 1, base_url: "ftp://x" }]\n', 'channel x: '],
      ['budgets: [{ user: nobody, unit: requests, period: day, limit: 5 }]\n', 'User nobody does not exist'],
      ['budgets: [{ group: none, unit: requests, period: day, limit: 5 }]\n', 'none'],
      ['budgets: [{ token: 9, unit: requests, period: day, limit: 5 }]\n', 'Token 9 does not exist'],
    ]
    for (const [entry, words] of wrong)
      expect(await refusalOf(`prices: {}\ngroups: { new: { ratio: 2 } }\n${entry}`, '--yes')).toContain(words)
    expect(await trail()).toEqual([])
    expect(await stand.json('channel list')).toEqual([])
    expect(await stand.json('option get GroupRatio')).toBe('{"default":1,"vip":1,"svip":1}')
  })

  it('asks for a key where a channel moves to another address, and changes nothing before', async () => {
    await apply(FILE, '--yes')
    const moved = 'options: { RetryTimes: 9 }\nchannels: [{ name: main, type: 1, base_url: "https://else.example" }]\n'
    expect(await refusalOf(moved, '--yes')).toStartWith('channel main: ')
    expect(await stand.json('option get RetryTimes')).toBe('4')
    await apply(moved.replace('}]', ', key: env:WEIR_CHANNEL_MAIN }]'), '--yes')
    expect(await stand.json('channel show main')).toMatchObject({ base_url: 'https://else.example' })
  })

  it('applies nothing but what was shown', async () => {
    const path = write('options: { RetryTimes: 9 }\n')
    const meanwhile = async (): Promise<string> => {
      await stand.run('option set RetryTimes 3')
      return 'yes'
    }
    expect(await stand.refusal(['apply', path], [meanwhile])).toStartWith('something was changed since the plan was shown')
    expect(await stand.json('option get RetryTimes')).toBe('3')
    expect((await stand.run(['apply', path], ['yes'])).out).toBe('1 change is made')
  })

  it('gives a secret again that would be withheld because its address changes', async () => {
    const root = { id: 1, role: 100 }
    const secret = { name: 'SMTPToken', value: 'mail-password-7', isSecret: true }
    await stand.inStore(({ options }) => options.set([{ name: 'SMTPServer', value: 'mail.example.com', isSecret: false }, secret], root))
    await apply('options: { SMTPServer: other.example.com, SMTPToken: env:WEIR_SECRET_SMTP }\n', '--yes')
    const stored = await stand.inStore(({ options }) => options.all())
    expect(stored.find(({ name }) => name === 'SMTPToken')).toMatchObject({ value: 'mail-password-7', isWithheld: false })
  })

  it('reads the secret settings of a channel where the file says, and shows them to nobody', async () => {
    const text = `channels:
  - name: aws
    type: AWS
    key: env:WEIR_CHANNEL_MAIN
    models: [claude-3-haiku-20240307]
    config: { region: us-east-1, ak: AKIA7, sk: env:WEIR_CHANNEL_SPARE }
`
    const { out, err } = await apply(text, '--yes')
    expect(out + err + JSON.stringify(await trail())).not.toContain('upstream')
    const secrets = await stand.inStore(({ channels }) => channels.secretsOf(1))
    expect(JSON.parse(secrets?.secretConfig ?? '')).toMatchObject({ sk: 'sk-spare-upstream' })
    expect((await apply(text, '--yes')).out).toBe('nothing to change')
    expect((await apply(text.replace('sk: env:WEIR_CHANNEL_SPARE', 'sk: env:WEIR_CHANNEL_MAIN'), '--dry-run')).out).toContain(
      'config.sk: set → set',
    )
    expect(await refusalOf(text.replace('sk: env:WEIR_CHANNEL_SPARE', 'sk: plain-secret'), '--yes')).toStartWith(
      'channel aws: config.sk is a secret',
    )
    expect((await stand.run('export')).out).toContain('# - channel aws (1): config.sk')
  })

  it('changes nothing where it stops in between', async () => {
    await apply(FILE, '--yes')
    const entries = (await trail()).length
    const text = 'options: { RetryTimes: 8 }\nchannels: [{ name: main, type: 1, priority: 1 }, { name: spare, type: 1000, priority: 1 }]\n'
    const stopped = withGateway(readConfig({ DATA_DIR: stand.folder }), (gateway) =>
      gateway.atomically(async (inner) => {
        const plan = await planFile(parseConfig(text, 'weir.yaml'), inner, false)
        await inner.store.channels.delete(2)
        await plan.run()
      }),
    )
    await expect(stopped).rejects.toThrow('channel spare: Channel 2 does not exist')
    expect(await stand.json('option get RetryTimes')).toBe('4')
    expect(await stand.json('channel list')).toMatchObject([
      { name: 'spare', priority: 0 },
      { name: 'main', priority: 5 },
    ])
    expect(await trail()).toHaveLength(entries)
    expect((await stand.run('audit verify')).exitCode).toBe(0)
  })

  it('leaves a channel off that has switched itself off', async () => {
    await apply(FILE, '--yes')
    await stand.inStore(({ channels }) => channels.changeStatus(1, 1, 3))
    const text = 'channels: [{ name: main, type: 1, status: enabled }]\n'
    expect((await apply(text, '--yes')).out).toBe('nothing to change')
    expect((await stand.run('export')).out).toContain('- name: main\n    type: OpenAI\n    status: enabled\n')
    await apply(text.replace('enabled', 'disabled'), '--yes')
    expect(await stand.json('channel show main')).toMatchObject({ status: 2 })
  })

  it('of two at once lets one make the channel, and tells the other that it is there', async () => {
    const text = 'channels: [{ name: only, type: 1, models: [a], key: env:WEIR_CHANNEL_MAIN }]\n'
    const path = write(text)
    const run = () =>
      stand.run(['apply', path, '--yes']).then(
        ({ out }) => out,
        (error: unknown) => String(error),
      )
    const outcomes = await Promise.all([run(), run()])
    expect(outcomes).toContain('1 change is made')
    expect(await stand.json('channel list')).toHaveLength(1)
    for (const other of outcomes.filter((outcome) => outcome !== '1 change is made'))
      expect(other).toMatch(/nothing to change|something was changed since the plan was shown/)
  })

  it('notices a change of a long value that the plan shows in part', async () => {
    const prefix = 'x'.repeat(200)
    await stand.run(['option', 'set', 'Footer', `${prefix} one`])
    const path = write(`options: { Footer: ${prefix} three }\n`)
    const meanwhile = async (): Promise<string> => {
      await stand.run(['option', 'set', 'Footer', `${prefix} two`])
      return 'yes'
    }
    expect(await stand.refusal(['apply', path], [meanwhile])).toStartWith('something was changed since the plan was shown')
    expect(await stand.json('option get Footer')).toBe(`${prefix} two`)
  })
})

describe('weir export', () => {
  it('writes a file that changes nothing where it came from, and holds no secret', async () => {
    await apply(FILE, '--yes')
    await stand.run('channel add openai --name typed --models gpt-4o', ['sk-typed-by-hand'])
    await stand.run('channel add openai --name typed --models gpt-4o-mini --tag a,b', ['sk-typed-by-hand-2'])
    const { out } = await stand.run('export')
    expect(out).toStartWith(
      [
        '# Written by weir export; weir apply takes it back. See docs/cli.md.',
        '# Secrets are left out:',
        '# - option SMTPToken',
        '# - channel typed (3): key',
        '# - channel typed (4): key',
      ].join('\n'),
    )
    for (const secret of ['mail-password-7', 'sk-of-the-upstream', 'sk-typed-by-hand']) expect(out).not.toContain(secret)
    expect(out).toContain('key: env:WEIR_CHANNEL_MAIN')
    expect(await apply(out, '--prune', '--yes')).toMatchObject({ out: 'nothing to change' })
  })

  it('carries an installation to another one', async () => {
    await apply(FILE, '--yes')
    const { out } = await stand.run('export')
    const before = await stand.json('export')
    stand.remove()
    stand = await openCommandFolder({ WEIR_CHANNEL_MAIN: 'sk-of-the-upstream', WEIR_CHANNEL_SPARE: 'sk-spare-upstream' })
    await apply(out, '--yes')
    expect(await stand.json('export')).toEqual(before)
  })
})

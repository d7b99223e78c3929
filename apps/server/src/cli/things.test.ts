import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { openCommandFolder, type CommandFolder } from '../testing/command-line.ts'

let stand: CommandFolder

beforeEach(async () => {
  stand = await openCommandFolder({ WEIR_CHANNEL_MAIN: 'sk-of-the-upstream' })
})
afterEach(() => stand.remove())

const trail = async (): Promise<readonly unknown[]> => ((await stand.json('audit list')) as readonly unknown[]).toReversed()

/** The simulator answers by itself. */
const SIMULATOR = ['channel', 'add', '1000', '--name', 'river', '--models', 'gpt-4o-mini', '--key', 'env:WEIR_CHANNEL_MAIN']

describe('weir channel', () => {
  it('makes a channel with a reference or a typed key, and never shows a key', async () => {
    const made = (await stand.json([
      'channel',
      'add',
      'OpenAI',
      '--name',
      'main',
      '--models',
      'gpt-4o, gpt-4o-mini',
      '--priority',
      '7',
      '--key',
      'env:WEIR_CHANNEL_MAIN',
    ])) as object
    expect(made).toMatchObject({ id: 1, type: 1, name: 'main', models: 'gpt-4o,gpt-4o-mini', group: 'default', priority: 7, status: 1 })
    expect(Object.keys(made)).not.toContain('key')
    const typed = await stand.run('channel add openai --name typed --models gpt-4o --disabled --json', ['sk-typed-key'])
    expect(JSON.parse(typed.out)).toMatchObject({ id: 2, name: 'typed', status: 2 })
    expect(typed.out + typed.err).not.toContain('sk-typed-key')
    await stand.inStore(async ({ channelKeys }) => {
      expect((await channelKeys.all(1))?.keys).toEqual([{ key: 'env:WEIR_CHANNEL_MAIN', isKeyReference: true }])
      expect((await channelKeys.all(2))?.keys).toEqual([{ key: 'sk-typed-key', isKeyReference: false }])
    })
    expect(await trail()).toMatchObject([
      { actor_name: 'command', action: 'channel.create', object: 'channel 1' },
      { actor_name: 'command', action: 'channel.create', object: 'channel 2' },
    ])
  })

  it('asks for a key by what one of that type looks like', async () => {
    const simulator = await stand.run('channel add simulator --models gpt-4o-mini', ['word'])
    expect(simulator.err).toBe('Key (Any text; it is not sent): ')
    const ernie = await stand.run('channel add 15 --models ernie-4.0', ['word|other'])
    expect(ernie.err).toBe('Key (APIKey|SecretKey): ')
  })

  it('refuses what the console refuses, and a key on the line', async () => {
    expect(await stand.refusal('channel add openai --models gpt-4o --key sk-plain')).toStartWith('--key takes a reference')
    expect(await stand.refusal('channel add openai --models gpt-4o --key env:PATH')).toContain('WEIR_CHANNEL_')
    expect(await stand.refusal('channel add openai --models gpt-4o --key env:WEIR_CHANNEL_NONE')).toContain('env:WEIR_CHANNEL_NONE')
    expect(await stand.refusal('channel add nonsense --models gpt-4o', ['k'])).toStartWith('nonsense is no type of channel')
    expect(await stand.refusal('channel add 999 --models gpt-4o', ['k'])).toStartWith('999 is no type of channel')
    expect(await stand.refusal('channel add openai --models gpt-4o --base-url ftp://x', ['k'])).toContain('base_url')
    expect(await stand.refusal('channel add openai --models gpt-4o --priority high', ['k'])).toBe('--priority is high: give a whole number')
    expect(await stand.json('channel list')).toEqual([])
  })

  it('changes, switches and deletes a channel by its name', async () => {
    await stand.run(SIMULATOR)
    expect(await stand.json('channel set river --priority 3 --models gpt-4o')).toMatchObject({
      priority: 3,
      models: 'gpt-4o',
      name: 'river',
    })
    expect(await stand.json('channel disable river')).toMatchObject({ status: 2 })
    expect(await stand.json('channel list --status enabled')).toEqual([])
    expect(await stand.refusal('channel list --status fly')).toBe('--status is fly: give enabled, disabled')
    expect(await stand.json('channel enable 1')).toMatchObject({ status: 1 })
    expect(await stand.json('channel list --model gpt-4o --keyword riv')).toMatchObject([{ id: 1 }])
    expect(await stand.refusal('channel delete river 9')).toBe('Channel 9 does not exist')
    expect(await stand.json('channel show river')).toMatchObject({ id: 1 })
    expect((await stand.run('channel delete river')).out).toBe('Deleted: 1')
    expect(await stand.refusal('channel show river')).toBe('Channel river does not exist')
  })

  it('asks for the id where a name is not one channel alone', async () => {
    await stand.run(SIMULATOR)
    await stand.run(SIMULATOR)
    expect(await stand.refusal('channel disable river')).toBe('2 channels have the name river: give the id, one of 1, 2')
  })

  it('tests a channel and ends with 1 when the test fails', async () => {
    await stand.run(SIMULATOR)
    const passed = await stand.run('channel test river')
    expect(passed.out).toMatch(/^passed with gpt-4o-mini in [\d.]+ s: /)
    expect(passed.exitCode).toBe(0)
    await stand.run('channel add openai --name closed --models gpt-4o --base-url http://127.0.0.1:9', ['k'])
    const failed = await stand.run('channel test closed --json')
    expect(JSON.parse(failed.out)).toMatchObject({ id: 2, success: false, modelName: 'gpt-4o' })
    expect(failed.exitCode).toBe(1)
  })
})

describe('weir code', () => {
  it('makes codes, lists them without what they read, and deletes them', async () => {
    const codes = (await stand.run('code add spring 0.5usd --count 3')).out.split('\n')
    expect(new Set(codes).size).toBe(3)
    const { out } = await stand.run('code list')
    expect(out).toContain('spring  unused  250000')
    for (const code of codes) expect(out + JSON.stringify(await stand.json('code list'))).not.toContain(code)
    await stand.run('code delete 1 2')
    expect(await stand.json('code list --keyword spr')).toMatchObject([{ id: 3, quota: 250_000 }])
    expect(await stand.refusal('code add spring 5 --count 101')).toBe('--count is 101: give a whole number from 1 to 100')
    expect(await stand.refusal('code add spring 5 --count 0')).toBe('--count is 0: give a whole number from 1 to 100')
    expect(await stand.refusal('code add spring 0')).toBe('the amount is 0: give at least one unit')
  })
})

describe('weir option', () => {
  it('lists, prints and sets an option by the rules of the console', async () => {
    expect(await stand.json('option list')).toMatchObject({ RetryTimes: '2', SystemName: 'Weir API Gateway' })
    expect((await stand.run('option get RetryTimes')).out).toBe('2')
    expect((await stand.run('option set RetryTimes 5')).out).toBe('RetryTimes is 5')
    expect((await stand.run('option get RetryTimes')).out).toBe('5')
    expect(await stand.refusal('option set RetryTimes many')).toContain('RetryTimes')
    expect(await stand.refusal('option set NoSuchOption 1')).toContain('NoSuchOption')
    expect(await stand.refusal('option set GitHubOAuthEnabled true')).toContain('GitHubClientSecret')
    expect(await trail()).toMatchObject([
      { actor_name: 'command', action: 'option.set', object: 'option RetryTimes', before: '"2"', after: '"5"' },
    ])
  })

  it('takes a secret from the input alone, and never shows it', async () => {
    expect(await stand.refusal('option set SMTPToken mail-secret')).toStartWith('SMTPToken is a secret')
    const { out, err } = await stand.run('option set SMTPToken -', ['mail-secret'])
    expect(out).toBe('SMTPToken is set.')
    expect(await stand.refusal('option get SMTPToken')).toBe('SMTPToken is a secret: it can be set, and is never shown')
    expect(out + err + JSON.stringify([await stand.json('option list'), await trail()])).not.toContain('mail-secret')
    const stored = await stand.inStore(({ options }) => options.all())
    expect(stored.find(({ name }) => name === 'SMTPToken')).toMatchObject({ value: 'mail-secret', isConfirmed: true })
  })
})

describe('weir log and weir audit', () => {
  it('list by kind and period', async () => {
    await stand.run('user topup alice 5')
    await stand.run('user topup bob 6')
    expect(await stand.json('log list --user alice')).toMatchObject([{ username: 'alice', quota: 5 }])
    expect(await stand.json('log list --until 2026-01-01')).toEqual([])
    expect(await stand.json('log list --since 2026-01-01 --limit 1')).toMatchObject([{ username: 'bob' }])
    expect(await stand.json('audit list --action user.manage')).toHaveLength(2)
    expect(await stand.json('audit list --action user.edit')).toEqual([])
    expect((await stand.run('audit list')).out).toMatch(/^time +actor +action +object/)
    expect(await stand.refusal('log list --type fly')).toBe('--type is fly: give topUp, consume, manage, system, test, refused')
    expect(await stand.refusal('log list --since yesterday')).toStartWith('yesterday is no day')
    expect(await stand.refusal(['log', 'list', '--request', 'x'.repeat(101)])).toBe(
      'Invalid parameter: request_id, must have at most 100 characters',
    )
    expect(await stand.refusal('audit list --limit 0')).toBe('--limit is 0: give a whole number from 1 on')
  })
})

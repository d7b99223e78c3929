import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { openCommandFolder, type CommandFolder } from '../testing/command-line.ts'

let stand: CommandFolder

beforeEach(async () => {
  stand = await openCommandFolder()
})
afterEach(() => stand.remove())

const trail = async (): Promise<readonly unknown[]> => ((await stand.json('audit list')) as readonly unknown[]).toReversed()

const PASSWORD = 'Correct-Horse-7'

describe('weir user', () => {
  it('lists accounts, shows one by name or id, and prints the same for programs', async () => {
    const { out } = await stand.run('user list')
    expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 6))).toEqual([
      ['id', 'username', 'role', 'status', 'group', 'quota'],
      ['3', 'bob', 'user', 'enabled', 'default', '1000'],
      ['2', 'alice', 'user', 'enabled', 'default', '1000'],
      ['1', 'root', 'root', 'enabled', 'default', '0'],
    ])
    expect(await stand.json('user list --keyword ali')).toMatchObject([{ id: 2, username: 'alice', role: 1, status: 1, quota: 1000 }])
    expect(await stand.json('user list --limit 1')).toMatchObject([{ username: 'bob' }])
    expect(await stand.json('user show alice')).toMatchObject({ id: 2, display_name: 'alice' })
    expect(await stand.json('user show 3')).toMatchObject({ username: 'bob' })
    expect(await stand.refusal('user show nobody')).toBe('User nobody does not exist')
  })

  it('makes an account by the rules of the console, and writes down that a command did it', async () => {
    const line = ['user', 'add', 'carol', '--display-name', 'Carol C.', '--role', 'admin', '--quota', '2.5usd', '--group', 'vip']
    expect(await stand.json(line, [PASSWORD])).toMatchObject({
      id: 4,
      username: 'carol',
      display_name: 'Carol C.',
      role: 10,
      quota: 1_250_000,
      group: 'vip',
    })
    expect(await trail()).toMatchObject([
      { actor_id: 0, actor_name: 'command', credential: 'command', action: 'user.create', object: 'user 4' },
    ])
    expect(await stand.refusal('user add carol', [PASSWORD])).toContain('carol')
    expect(await stand.refusal('user add dave', ['short'])).toContain('8 to 128 characters')
    // Refused before a password is asked for.
    expect(await stand.refusal('user add dave --role root')).toBe('--role is root: give user, admin')
    expect(await trail()).toHaveLength(1)
  })

  it('credits once under one id, says so when it is repeated, and refuses the id for anything else', async () => {
    expect(await stand.json('user topup bob 500 --id invoice-7')).toMatchObject({ quota: 1500, is_repeat: false })
    const repeated = await stand.run('user topup bob 500 --id invoice-7')
    expect(repeated).toMatchObject({ exitCode: 0, err: 'The id invoice-7 was booked by an earlier call: nothing more is booked.' })
    expect(await stand.json('user topup bob 500 --id invoice-7')).toMatchObject({ quota: 1500, is_repeat: true })
    const used = /^The id invoice-7 was used for \$0.001 of user 3, so no balance was changed/
    expect(await stand.refusal('user topup bob 501 --id invoice-7')).toMatch(used)
    expect(await stand.refusal('user topup alice 500 --id invoice-7')).toMatch(used)
    expect(await stand.refusal(['user', 'topup', 'bob', '5', '--id', ' '])).toContain('must not be empty')
    expect(await stand.json('log list --type topUp --user bob')).toMatchObject([{ quota: 500 }])
    expect(await trail()).toMatchObject([
      { after: expect.stringMatching(/"value":500,"once_id":"invoice-7".*"quota":1500/) },
      { after: `{"action":"add_quota","once_id":"invoice-7","is_repeat":true}` },
      { after: `{"action":"add_quota","once_id":"invoice-7","is_repeat":true}` },
    ])
    expect((await stand.run('ledger verify')).exitCode).toBe(0)
  })

  it('changes, credits and debits an account, with the reason in the ledger', async () => {
    expect(await stand.json(['user', 'set', 'alice', '--display-name', 'Alice A.', '--role', 'admin'])).toMatchObject({
      display_name: 'Alice A.',
      role: 10,
      quota: 1000,
    })
    expect(await stand.json(['user', 'topup', 'bob', '500', '--reason', 'invoice 7'])).toMatchObject({ quota: 1500 })
    expect(await stand.json('user topup bob 1usd')).toMatchObject({ quota: 501_500 })
    expect(await stand.json('user topup 3 1500 --subtract')).toMatchObject({ quota: 500_000 })
    expect(await stand.json('user set bob --quota 7')).toMatchObject({ quota: 7 })
    expect(await stand.refusal('user topup bob 8 --subtract')).toContain('balance')
    expect(await stand.refusal('user topup bob 1.5')).toBe('the amount is 1.5: give whole units, or dollars such as 5usd')
    expect(await stand.refusal('user topup bob 0usd')).toBe('the amount is 0usd: give at least one unit')
    expect(await stand.json('log list --type topUp --user bob')).toMatchObject([
      { quota: 500_000 },
      { quota: 500, content: expect.stringContaining('invoice 7') },
    ])
    expect((await stand.run('ledger verify')).exitCode).toBe(0)
    expect(await trail()).toMatchObject([
      { action: 'user.edit', object: 'user 2' },
      { action: 'user.manage', object: 'user 3', after: expect.stringContaining('"reason":"invoice 7"') },
      { action: 'user.manage' },
      { action: 'user.manage' },
      { action: 'user.edit', object: 'user 3' },
    ])
  })

  it('shuts an account out, lets it in again and deletes it, and leaves root alone', async () => {
    expect(await stand.json('user disable alice')).toMatchObject({ status: 2 })
    expect(await stand.json('user enable alice')).toMatchObject({ status: 1 })
    expect((await stand.run('user delete alice')).out).toBe('The account alice is deleted.')
    expect(await stand.refusal('user show alice')).toBe('User alice does not exist')
    for (const line of ['user disable root', 'user delete root', 'user topup root 5', 'user set root --group vip'])
      expect(await stand.refusal(line)).toContain('role')
    expect(await stand.json('user show root')).toMatchObject({ status: 1, quota: 0, group: 'default' })
  })

  it('takes digits for an id, whatever somebody is called', async () => {
    await stand.inStore(({ users }) => users.create({ username: '2', passwordHash: 'hash', displayName: 'x', role: 1, startQuota: 0 }))
    expect(await stand.json('user topup 2 100')).toMatchObject({ username: 'alice', quota: 1100 })
  })

  it('steers no terminal by what an account is called', async () => {
    await stand.inStore(({ users }) =>
      users.create({ username: 'eve\u001b[2J\nroot', passwordHash: 'hash', displayName: 'x', role: 1, startQuota: 0 }),
    )
    const { out } = await stand.run('user list')
    expect(out).toContain('eve [2J root')
    expect(out.split('\n')).toHaveLength(5)
  })
})

describe('weir token', () => {
  it('says how to let a token spend that may spend nothing, apart from its key', async () => {
    const empty = await stand.run('token add alice --name ci')
    expect(empty.out).toMatch(/^sk-[0-9A-Za-z]{48}$/)
    expect(empty.err).toBe('Token 1 may spend nothing yet: weir token set 1 --quota unlimited, or an amount.')
    await stand.run('token set 1 --quota unlimited')
    expect(await stand.json('token list alice')).toMatchObject([{ unlimited_quota: true, status: 1 }])
    for (const quota of ['unlimited', '5']) expect((await stand.run(`token add alice --quota ${quota}`)).err).toBe('')
  })

  it('makes a token and prints its key once', async () => {
    const { out } = await stand.run('token add alice --name ci --quota 1usd --models gpt-4o,gpt-4o-mini --subnet 10.0.0.0/8')
    expect(out).toMatch(/^sk-[0-9A-Za-z]{48}$/)
    const [listed] = (await stand.json('token list alice')) as [Record<string, unknown>]
    expect(listed).toMatchObject({
      id: 1,
      user_id: 2,
      name: 'ci',
      remain_quota: 500_000,
      models: 'gpt-4o,gpt-4o-mini',
      subnet: '10.0.0.0/8',
      expired_time: -1,
    })
    expect(Object.keys(listed)).not.toContain('key')
    expect(await stand.inStore(({ tokens }) => tokens.get(2, 1))).toMatchObject({ key: out.slice(3) })
    const [entry] = (await trail()) as [{ readonly after: string }]
    expect(entry).toMatchObject({ actor_id: 0, actor_name: 'command', action: 'token.create', object: 'token 1' })
    expect(entry.after).not.toContain(out.slice(3))
  })

  it('changes what it is told alone', async () => {
    await stand.run('token add bob --name first --quota 100 --expires 2036-01-02')
    const set = await stand.json('token set 1 --name second')
    expect(set).toMatchObject({ name: 'second', remain_quota: 100, expired_time: Date.parse('2036-01-02') / 1000, status: 1 })
    expect(await stand.json('token set 1 --quota unlimited --expires never --status disabled')).toMatchObject({
      name: 'second',
      unlimited_quota: true,
      expired_time: -1,
      status: 2,
    })
    expect(await stand.refusal('token set 1 --subnet nowhere')).toContain('192.168.0.0/16')
    expect(await stand.refusal('token set 9 --name x')).toBe('Token 9 does not exist')
    expect(await stand.refusal('token add bob --group secret')).toContain('group')
  })

  it('deletes tokens', async () => {
    await stand.run('token add bob --name a')
    await stand.run('token add bob --name b')
    expect((await stand.run('token delete 1 2')).out).toBe('Deleted: 1, 2')
    expect(await stand.json('token list bob')).toEqual([])
    expect(await stand.refusal('token delete 1')).toBe('Token 1 does not exist')
    expect(await stand.refusal('token delete first')).toBe('first is no id: give the number that the list shows')
  })
})

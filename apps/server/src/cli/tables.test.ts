import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { openCommandFolder, type CommandFolder } from '../testing/command-line.ts'

let stand: CommandFolder

beforeAll(async () => {
  stand = await openCommandFolder({ WEIR_CHANNEL_MAIN: 'sk-of-the-upstream' })
  await stand.run('channel add openai --name main --models gpt-4o,gpt-4o-mini --priority 7 --weight 3 --tag a --key env:WEIR_CHANNEL_MAIN')
  await stand.run('channel add 1000 --name spare --models gpt-4o --disabled', ['k'])
  await stand.run('channel add 1000 --name third --models gpt-4o', ['k'])
  await stand.inStore(({ channels }) => channels.changeStatus(3, 1, 3))
  await stand.run('token add alice --name free --quota unlimited')
  await stand.run('token add alice --name tight --quota 100 --expires 2036-01-02 --models gpt-4o')
  await stand.run('code add spring 5')
  await stand.run('user topup alice 5 --reason why')
})
afterAll(() => stand.remove())

/** The moment at which this runs stands in no expectation. */
const shown = async (line: string): Promise<readonly string[]> =>
  (await stand.run(line)).out.replaceAll(/\d{4}-\d\d-\d\d (?!00:00:00)\d\d:\d\d:\d\d/g, 'now').split('\n')

const field = async (line: string, name: string) => (await shown(line)).find((row) => row.startsWith(`${name} `))?.split(/ {2,}/)[1] ?? ''

describe('lists for people', () => {
  it('show channels with the words of their type and status, newest first', async () => {
    expect(await shown('channel list')).toEqual([
      'id  name   type       status              group    priority  weight  used  models',
      '3   third  Simulator  disabled by itself  default  0         0       0     gpt-4o',
      '2   spare  Simulator  disabled            default  0         0       0     gpt-4o',
      '1   main   OpenAI     enabled             default  7         3       0     gpt-4o,gpt-4o-mini',
    ])
  })

  it('show the types of channels', async () => {
    const lines = await shown('channel types')
    expect(lines.slice(0, 2)).toEqual([
      'id    name                      base_url',
      '1     OpenAI                    https://api.openai.com',
    ])
    expect(lines.at(-1)).toBe('1000  Simulator                 simulator:')
    expect(await stand.json('channel types')).toContainEqual({ id: 36, name: 'DeepSeek', base_url: 'https://api.deepseek.com' })
  })

  it('show tokens with what they may spend, when they end and what they may use', async () => {
    expect(await shown('token list alice')).toEqual([
      'id  name   status   quota      used  expires              group  models',
      '2   tight  enabled  100        0     2036-01-02 00:00:00         gpt-4o',
      '1   free   enabled  unlimited  0     never                       all',
    ])
  })

  it('show codes, rows of the log and of the audit trail', async () => {
    expect(await shown('code list')).toEqual(['id  name    status  quota  created              redeemed', '1   spring  unused  5      now'])
    expect(await shown('log list')).toEqual([
      'time                 type   user   token  model  channel  outcome  quota  content',
      'now  topUp  alice                                  5      管理员充值 $0.000010：why',
    ])
    expect((await shown('audit list --action redemption.create')).join('\n')).toMatch(
      /^time +actor +action +object +before +after\nnow +command +redemption\.create +redemption spring +\{"name":"spring","quota":5,"count":1\}$/,
    )
    expect((await shown('option list')).slice(0, 3)).toEqual([
      'option                          value',
      'About',
      'ApproximateTokenEnabled         false',
    ])
  })
})

describe('one thing for people', () => {
  it('shows a channel, a token and an account in words', async () => {
    expect(await field('channel show main', 'type')).toBe('OpenAI')
    expect(await field('channel show main', 'status')).toBe('enabled')
    expect(await field('channel show spare', 'status')).toBe('disabled')
    expect(await field('channel show main', 'created_time')).toBe('now')
    expect(await field('channel show main', 'test_time')).toBe('')
    expect(await field('token set 2', 'expires')).toBe('2036-01-02 00:00:00')
    expect(await field('token set 1', 'expires')).toBe('never')
    expect(await field('token set 1 --status disabled', 'status')).toBe('disabled')
    expect(await field('user show alice', 'role')).toBe('user')
    expect(await field('user show root', 'role')).toBe('root')
    expect(await field('user show alice', 'status')).toBe('enabled')
    expect(await field('user show alice', 'quota')).toBe('1005')
  })
})

describe('commands on the whole installation', () => {
  it('say what they did, each in its own words', async () => {
    expect(await stand.refusal('factor reset nobody')).toBe('there is no user nobody')
    expect(await stand.refusal('factor reset alice')).toBe('alice has no second factor')
    expect((await stand.run('rotate-key --status')).out).toBe('The root key was never replaced.')
    expect((await stand.run('migrate')).out).toBe('The database has the tables of this version.')
    expect(await stand.run('passwd alice', ['Correct-Horse-7'])).toMatchObject({
      out: 'The password of alice is changed and every session of the account has ended.',
      err: 'New password: ',
    })
  })
})

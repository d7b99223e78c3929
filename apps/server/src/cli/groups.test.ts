import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCommandFolder, type CommandFolder } from '../testing/command-line.ts'

let stand: CommandFolder

beforeEach(async () => {
  stand = await openCommandFolder({ WEIR_CHANNEL_MAIN: 'sk-of-the-upstream' })
})
afterEach(() => stand.remove())

const warningOf = (group: string, groups = 'default, svip, vip'): string =>
  `warning: there is no group ${group}. It has the ratio 1, and its accounts are served by channels that name it. Groups are ${groups}; the option GroupRatio adds one`

describe('a group that nobody has made', () => {
  it('is given to an account as by the API, with a warning apart from the result', async () => {
    const changed = await stand.run('user set alice --group vpi --json')
    expect(changed).toMatchObject({ exitCode: 0, err: warningOf('vpi') })
    expect(JSON.parse(changed.out)).toMatchObject({ username: 'alice', group: 'vpi' })
    expect((await stand.run(['user', 'add', 'carol', '--group', ' svpi '], ['Correct-Horse-7'])).err).toBe(
      `Password: \n${warningOf('svpi')}`,
    )
    expect((await stand.run('user set alice --group vip')).err).toBe('')
    expect((await stand.run(['user', 'set', 'alice', '--group', ''])).err).toBe('')
    expect(await stand.json('user show alice')).toMatchObject({ group: 'vip' })
  })

  it('is known once it has a ratio', async () => {
    await stand.run(['option', 'set', 'GroupRatio', '{"team":2}'])
    expect((await stand.run('user set alice --group team')).err).toBe('')
    expect((await stand.run('user set alice --group vip')).err).toBe(warningOf('vip', 'default, team'))
  })

  it('is told of a channel, each name once, and not where the channel is refused', async () => {
    const line = 'channel add openai --name main --models gpt-4o --key env:WEIR_CHANNEL_MAIN'
    expect((await stand.run(`${line} --group default,vpi,other,vpi`)).err).toBe(`${warningOf('vpi')}\n${warningOf('other')}`)
    expect((await stand.run('channel set main --group default,vpi')).err).toBe(warningOf('vpi'))
    expect((await stand.run('channel set main --group default --priority 3')).err).toBe('')
    expect(await stand.refusal('channel set nowhere --group vpi')).toBe('Channel nowhere does not exist')
  })

  it('is told of channels in a file, by the groups that the file makes', async () => {
    const path = join(stand.folder, 'weir.yaml')
    const channel = (groups: string) =>
      `channels: [{ name: main, type: OpenAI, key: env:WEIR_CHANNEL_MAIN, models: [gpt-4o], groups: [${groups}] }]`
    writeFileSync(path, `groups: { team: { ratio: 2 } }\n${channel('team, vpi')}\n`)
    const planned = await stand.run(['apply', path, '--dry-run'])
    expect(planned).toMatchObject({ exitCode: 0, err: warningOf('vpi', 'default, svip, team, vip') })
    expect(planned.out).toContain('+ channel main')
  })

  it('is refused to a token, which chooses among those that are offered', async () => {
    expect(await stand.refusal('token add bob --group vpi')).toBe(
      'Invalid parameter: group, is not among the groups you may choose; leave it empty or choose one of GET /api/user/self/groups',
    )
  })
})

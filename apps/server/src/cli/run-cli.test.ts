import { describe, expect, it } from 'bun:test'
import { CommandError } from '../commands.ts'
import { runCommandLine } from '../testing/command-line.ts'

const failureOf = async (argv: readonly string[]): Promise<string> => {
  const error = await runCommandLine(argv, { environment: { DATA_DIR: '/nowhere' } }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof CommandError ? error.message : String(error)
}

describe('the command line', () => {
  it('starts the server without a command', async () => {
    expect((await runCommandLine([])).served).toEqual([expect.stringMatching(/^start 3000 .*\/data$/)])
  })

  it('takes the port and the data folder before and behind the command, in the place of the variables', async () => {
    const environment = { PORT: '3999', DATA_DIR: '/else' }
    expect((await runCommandLine(['--port', '4001', '--data', '/srv/weir'], { environment })).served).toEqual(['start 4001 /srv/weir'])
    expect((await runCommandLine(['start', '--data=/srv/weir', '--port', '4002'], { environment })).served).toEqual([
      'start 4002 /srv/weir',
    ])
    expect((await runCommandLine(['start'], { environment })).served).toEqual(['start 3999 /else'])
  })

  it('refuses a port that is none, and one that is left out', async () => {
    expect(await failureOf(['--port', 'x'])).toContain('PORT="x" is not usable: a port number from 1 to 65535')
    expect(await failureOf(['--port'])).toBe("option '--port <number>' argument missing")
  })

  it('hands over how the doctor reports, and which worker is meant', async () => {
    expect((await runCommandLine(['doctor', '--json'])).served).toEqual(['doctor as JSON'])
    expect((await runCommandLine(['doctor'])).served).toEqual(['doctor as text'])
    expect((await runCommandLine(['worker', '1', 'node-7'])).served).toEqual(['worker 1 node-7'])
  })

  it('refuses what follows a command that takes nothing', async () => {
    expect(await failureOf(['version', 'now'])).toBe('weir version takes nothing more: leave out now')
    expect(await failureOf(['start', '--prot', '4000'])).toBe('weir start takes nothing more: leave out --prot 4000')
  })

  it('tells what there is for help, of all commands and of one', async () => {
    for (const argv of [['help'], ['--help'], ['-h']]) {
      const { out, exitCode } = await runCommandLine(argv)
      expect(exitCode).toBe(0)
      expect(out).toContain('Weir 1.2.3, a self-hosted AI gateway')
      for (const word of [
        'start',
        'backup <file>',
        'ledger verify',
        'prices export',
        'factor reset <name>',
        'user',
        'completion <shell>',
        'help',
      ])
        expect(out).toContain(`\n  weir ${word} `)
      expect(out).not.toContain('worker')
    }
    const { out } = await runCommandLine(['ledger', 'reprice', '--help'])
    expect(out).toStartWith('Usage: weir ledger reprice [options]')
    expect(out).toContain('--data <folder>')
  })

  it('prints the version', async () => {
    for (const argv of [['version'], ['--version'], ['-v']]) expect((await runCommandLine(argv)).out).toBe('1.2.3')
  })

  it('names a command that does not exist, and those that do', async () => {
    expect(await failureOf(['fly'])).toStartWith('unknown command fly\n\nUsage: weir [options] [command]')
    expect(await failureOf(['--data', '/srv', 'fly'])).toStartWith('unknown command fly\n')
    expect(await failureOf(['help', 'fly'])).toStartWith('unknown command fly\n\nUsage: weir')
    expect((await runCommandLine(['help', 'user'])).out).toContain('Usage: weir user')
    expect((await runCommandLine(['help', 'user', 'set'])).out).toStartWith('Usage: weir user set [options] <user>')
  })
})

import { expect, it } from 'bun:test'
import { runCommandLine } from '../testing/command-line.ts'

const helpOf = async (...words: readonly string[]): Promise<string> => (await runCommandLine([...words, '--help'])).out

/** What the commands of a help are called, with what follows them. */
const commandsIn = (help: string): readonly string[] => [...help.matchAll(/^ {2}weir (.+?)(?: {2,}.*)?$/gm)].map(([, usage = '']) => usage)

const flagsIn = (help: string): string => {
  const [, options = ''] = /^Options:\n([^]*?)\n\n/m.exec(help) ?? []
  return [...options.matchAll(/^ {2}(--\S+(?: (?:since=)?<[^>]+>)?)/gm)].map(([, flag = '']) => flag).join(' ')
}

it('has these commands', async () => {
  expect(commandsIn(await helpOf())).toEqual([
    'start',
    'demo',
    'build',
    'doctor',
    'health',
    'version',
    'migrate',
    'backup <file>',
    'restore <file>',
    'move',
    'import <source>',
    'rotate-key',
    'ledger verify',
    'ledger reset',
    'ledger reprice',
    'ledger reconcile <file...>',
    'prices import <source>',
    'prices export',
    'passwd <name>',
    'factor reset <name>',
    'user',
    'token',
    'channel',
    'code',
    'option',
    'log',
    'audit',
    'export',
    'apply <file>',
    'completion <shell>',
    'help',
  ])
})

it.each([
  [
    'user',
    ['list', 'show <user>', 'add <name>', 'set <user>', 'topup <user> <amount>', 'disable <user>', 'enable <user>', 'delete <user>'],
  ],
  ['token', ['list <user>', 'add <user>', 'set <id>', 'delete <id...>']],
  [
    'channel',
    [
      'list',
      'show <channel>',
      'types',
      'add <type>',
      'set <channel>',
      'test <channel>',
      'enable <channel>',
      'disable <channel>',
      'delete <channel...>',
    ],
  ],
  ['code', ['add <name> <amount>', 'list', 'delete <id...>']],
  ['option', ['list', 'get <option>', 'set <option> <value>']],
  ['log', ['list', 'export']],
  ['audit', ['list', 'verify']],
])('has these verbs of %s', async (subject, verbs) => {
  expect(commandsIn(await helpOf(subject))).toEqual([...verbs.map((verb) => `${subject} ${verb}`), 'help'])
})

const channelFields =
  '--name <text> --models <names> --group <names> --tag <words> --base-url <address> --priority <number> --weight <number> ' +
  '--model-mapping <json> --system-prompt <text> --cost <json> --config <json> --other <text>'
const tokenFields = '--name <text> --quota <amount> --expires <moment> --models <names> --subnet <subnets> --group <name>'
const period = '--since <moment> --until <moment> --limit <number>'

it.each([
  ['doctor', ''],
  ['migrate', ''],
  ['backup', '--with-key --passphrase --age <recipient> --verify --identity <file>'],
  ['restore', '--identity <file>'],
  ['move', '--to <place>'],
  ['import', '--from <program> --dry-run --logs since=<day> --log-db <source>'],
  ['rotate-key', '--status'],
  ['passwd', ''],
  ['factor reset', ''],
  ['ledger verify', ''],
  ['ledger reset', ''],
  ['ledger reprice', '--since <day> --model <name> --until <day> --prices <file> --apply --dry-run'],
  ['ledger reconcile', '--channel <number> --all'],
  ['prices import', '--apply'],
  ['prices export', ''],
  ['user list', '--keyword <text> --limit <number>'],
  ['user show', ''],
  ['user add', '--display-name <text> --group <name> --role <role> --quota <amount>'],
  ['user set', '--display-name <text> --group <name> --role <role> --username <name> --quota <amount> --password'],
  ['user topup', '--subtract --reason <text> --id <text>'],
  ['token list', '--limit <number>'],
  ['token add', tokenFields],
  ['token set', `${tokenFields} --status <word>`],
  ['channel list', '--keyword <text> --status <word> --group <names> --model <names> --tag <words> --limit <number>'],
  ['channel add', `${channelFields} --key <reference> --disabled`],
  ['channel set', `${channelFields} --key <reference> --ask-key`],
  ['channel test', '--model <name>'],
  ['code add', '--count <number>'],
  ['code list', '--keyword <text> --limit <number>'],
  [
    'log list',
    `--user <user> --token <name> --model <name> --channel <channel> --group <name> --type <word> --outcome <word> --fault <word> --attempts <number> --request <id> ${period}`,
  ],
  ['audit list', `--action <name> ${period}`],
  ['audit verify', '--head <hash>'],
  ['export', ''],
  ['apply', '--yes --dry-run --prune'],
])('has these flags of %s', async (command, flags) => {
  expect(flagsIn(await helpOf(...command.split(' ')))).toBe(`${flags} --json`.trim())
})

it('says below the flags what they cannot', async () => {
  expect(await helpOf('channel', 'add')).toContain('without --key it is read from the input, one line.')
  expect(await helpOf('channel', 'set')).toContain('with --ask-key it is read from the input, one line.')
  expect(await helpOf('token', 'add')).toContain('Without --quota the token may spend nothing: say how much, or unlimited.')
  expect(await helpOf('apply')).toContain('docs/cli.md and docs/config.schema.json. "weir export" writes one.')
  expect(await helpOf('log', 'list')).toContain('topUp, consume, manage, system, test, refused')
})

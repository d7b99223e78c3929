import type { Command } from 'commander'
import { runBackup } from '../backup/run-backup.ts'
import { runMove } from '../backup/run-move.ts'
import { runRestore } from '../backup/run-restore.ts'
import { migrate, resetFactors, setPassword } from '../commands.ts'
import { runImport } from '../import/run-import.ts'
import { rotateKey, rotationStatus } from '../rotate-key.ts'
import { addLeaf } from './leaf.ts'
import type { Session } from './session.ts'

const IDENTITY = ['<file>', 'the keys of age that open the backup, as age-keygen wrote them'] as const

const addBackups = (parent: Command, session: Session): void => {
  const { terminal, config, version } = session
  addLeaf(
    { parent, session },
    {
      usage: 'backup <file>',
      summary: 'copy the database while the server runs, or look whether a backup is whole: see docs/backup.md',
      flags: {
        withKey: ['', 'put the root key into it'],
        passphrase: ['', 'encrypt it with a passphrase, which is read from the input'],
        age: ['<recipient>...', 'encrypt it to a key of age'],
        verify: ['', 'look whether the backup in the file is whole; writes nothing'],
        identity: [IDENTITY[0], `with --verify: ${IDENTITY[1]}`],
      },
    },
    (
      [file = ''],
      { withKey: isWithKey = false, passphrase: isAsked = false, age: recipients = [], verify: isVerified = false, identity },
    ) => runBackup(config(), { file, isWithKey, isAsked, recipients, isVerified, identity }, { version, ask: terminal.askSecret }),
  )
  addLeaf(
    { parent, session },
    { usage: 'restore <file>', summary: 'fill an empty database with a backup', flags: { identity: IDENTITY } },
    ([file = ''], { identity }) => runRestore(config(), { file, identity }, { say: terminal.tell, ask: terminal.askSecret }),
  )
}

/** The database as a whole. */
export const addDatabase = (parent: Command, session: Session): void => {
  const { terminal, config, version } = session
  addLeaf({ parent, session }, { usage: 'migrate', summary: 'bring the database up to this version and end; a start does the same' }, () =>
    migrate(config()),
  )
  addBackups(parent, session)
  addLeaf(
    { parent, session },
    {
      usage: 'move',
      summary: 'copy the database into an empty one of another kind, or on another server',
      flags: { to: ['<place>', 'the address of a database server, or a file for SQLite; must be told'] },
    },
    (_, { to }) => runMove(config(), to, { version, say: terminal.tell }),
  )
  addLeaf(
    { parent, session },
    {
      usage: 'import <source>',
      summary: 'bring in the data of one-api or new-api: see docs/move-in.md',
      flags: {
        from: ['<program>', 'one-api or new-api; found out unless told'],
        dryRun: ['', 'report what would come over and write nothing'],
        logs: ['since=<day>', 'bring in the log too, from a day in UTC such as since=2026-01-01'],
        logDb: ['<source>', 'where the log is, when it has a database of its own'],
      },
      notes: 'The source is the address of a database server, or a file of SQLite.',
    },
    ([source = ''], { from, dryRun: isDryRun = false, logs, logDb }) =>
      runImport(config(), { source, from, isDryRun, logs, logDb }, terminal.tell),
  )
  addLeaf(
    { parent, session },
    {
      usage: 'rotate-key',
      summary: 'replace the root key while servers run; --status tells how far it is',
      flags: { status: ['', 'tell how far a replacement is, and change nothing'] },
    },
    (_, { status }) => (status === true ? rotationStatus(config()) : rotateKey(config(), terminal.tell)),
  )
}

/** How an account is signed in to. */
export const addWaysIn = (program: Command, session: Session): void => {
  const { terminal, config } = session
  addLeaf(
    { parent: program, session },
    { usage: 'passwd <name>', summary: 'set the password of an account, which is read from the input' },
    ([name = '']) => setPassword(config(), name, () => terminal.askSecret('New password: ')),
  )
  const summary = 'remove the second factors of an account whose owner has lost them'
  addLeaf({ parent: program.command('factor').description(summary), session }, { usage: 'reset <name>', summary }, ([name = '']) =>
    resetFactors(config(), name),
  )
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted } from '@weir/contract/values/counted'
import { parseDsn, parseLogDsn } from '@weir/store/dsn'
import { BadDump } from '@weir/store/dump/bad-dump'
import { ignoreDump, readDump } from '@weir/store/dump/read-dump'
import { withDumpSources } from '@weir/store/dump/open-dump-sources'
import { dumpDatabase } from '@weir/store/dump/write-dump'
import type { DumpHeader } from '@weir/store/dump/dump-line'
import { opensKeyCheck } from '@weir/store/migrate'
import { createKeyring } from '@weir/store/vault'
import { CommandError, FoundFaults, askSecret, requireDatabase, type Shown } from '../commands.ts'
import type { Config } from '../config.ts'
import { BadKeyFile, readKeyFile } from '../process/files/key-file.ts'
import { allOf, readRootKeys } from '../process/root-key.ts'
import { openBackupFile, writeBackupFile, type Openers } from './backup-file.ts'
import { refuseTarget } from './whole-file.ts'
import { explained } from './command-failure.ts'
import { newSeal, openersOf, type Ask, type Seal } from './sealing.ts'

export interface BackupArguments {
  readonly file: string
  readonly isWithKey: boolean
  /** The passphrase is asked for. */
  readonly isAsked: boolean
  readonly recipients: readonly string[]
  /** A backup that is there is looked at. */
  readonly isVerified: boolean
  /** A file of keys of age. */
  readonly identity: string | undefined
}

/** Flags of a new backup beside those of one that is there, or two ways to seal one. */
const refuseMixed = ({ isVerified, isWithKey, isAsked, recipients, identity }: BackupArguments): void => {
  const isSealed = isAsked || recipients.length > 0
  if (isVerified && (isWithKey || isSealed))
    throw new CommandError('--verify looks at a backup that is there: leave out --with-key, --passphrase and --age')
  if (!isVerified && identity !== undefined) throw new CommandError('--identity opens a backup that is there: add --verify')
  if (isAsked && recipients.length > 0) throw new CommandError('--passphrase and --age exclude each other')
}

const keyPlace = ({ sessionSecret, secretKeyFile }: Config): string => (sessionSecret === '' ? secretKeyFile : 'SESSION_SECRET')

/** Hexadecimal, as the key file has them. */
const keysInFile = async ({ secretKeyFile }: Config): Promise<readonly string[]> => {
  try {
    return (await readKeyFile(secretKeyFile)).map((key) => Buffer.from(key).toString('hex'))
  } catch (error) {
    throw error instanceof BadKeyFile ? error : new CommandError(`the key file ${secretKeyFile} cannot be read`)
  }
}

const totalsOf = (sums: readonly { readonly rows: number }[]) => ({
  tables: sums.length,
  rows: sums.reduce((rows, sum) => rows + sum.rows, 0),
})

const describeTotals = ({ tables, rows }: ReturnType<typeof totalsOf>): string => `${counted(tables, 'table')}, ${counted(rows, 'row')}`

/** What somebody has added by hand goes with no backup; better said now than missed after a restore. */
export const leftOutLines = (columns: readonly string[]): readonly string[] =>
  columns.length === 0 ? [] : [`Left out, since the tables of Weir have no such columns: ${columns.join(', ')}.`]

interface Closing {
  readonly config: Config
  readonly isWithKey: boolean
  readonly key: Seal['key'] | undefined
}

const closingLines = ({ config, isWithKey, key }: Closing): readonly string[] => {
  const reader = key === undefined ? 'It is not encrypted: whoever has it' : `Whoever has it and ${key}`
  if (isWithKey) return [`The root key is in it. ${reader} can read every secret.`]
  const keep = `Keep the root key (${keyPlace(config)}) as well, in another place: neither is of use without the other.`
  return key === undefined ? [keep] : [keep, `Keep ${key} too: without it nobody can open the backup.`]
}

interface Backup {
  readonly file: string
  readonly isWithKey: boolean
  readonly sealed: Seal | undefined
  readonly version: string
}

const writeBackup = async (config: Config, { file, isWithKey, sealed, version }: Backup): Promise<Shown> => {
  const address = parseDsn(config.dsn, config.sqlitePath)
  if (isWithKey && config.sessionSecret !== '')
    throw new CommandError('the root key comes from SESSION_SECRET; there is no key file to put into the backup')
  requireDatabase(config)
  refuseTarget(file)
  const rootKeys = isWithKey ? await keysInFile(config) : []
  const sums: { readonly rows: number }[] = []
  const leftOut: string[] = []
  await withDumpSources({ main: address, log: parseLogDsn(config.logDsn) }, (sources) =>
    writeBackupFile({
      path: file,
      lines: dumpDatabase(sources, {
        version,
        rootKeys,
        createdAt: new Date(),
        onTable: (sum) => sums.push(sum),
        onLeftOut: (column) => leftOut.push(column),
      }),
      seal: sealed?.seal,
      // A rotation in between would leave a backup that its own key does not open.
      beforeName: async () => {
        if (isWithKey && (await keysInFile(config)).join() !== rootKeys.join())
          throw new CommandError('the root key was replaced meanwhile; nothing was kept. Run weir backup again')
      },
    }),
  )
  const totals = totalsOf(sums)
  return {
    json: { file, ...totals, with_key: isWithKey, encrypted: sealed !== undefined, left_out: leftOut },
    text: [
      `The database is in ${file}: ${describeTotals(totals)}.`,
      ...leftOutLines(leftOut),
      ...closingLines({ config, isWithKey, key: sealed?.key }),
    ].join('\n'),
  }
}

type KeyState = 'inside' | 'fits' | 'other' | 'absent'

/** Whether the root key of the backup is in it, or is the one that is here. */
const keyStateOf = async (config: Config, { rootKeys, keyCheck }: DumpHeader): Promise<KeyState> => {
  if (rootKeys.length > 0) return 'inside'
  if (config.sessionSecret === '' && !existsSync(config.secretKeyFile)) return 'absent'
  return opensKeyCheck(createKeyring(allOf(await readRootKeys(config))), keyCheck) ? 'fits' : 'other'
}

const describeKey = (state: KeyState, config: Config): string => {
  switch (state) {
    case 'inside':
      return 'The root key is in it.'
    case 'fits':
      return `The root key (${keyPlace(config)}) belongs to it.`
    case 'other':
      return `The root key here (${keyPlace(config)}) does not belong to it: to restore it you need the one of that time.`
    case 'absent':
      return 'There is no root key here to try with it.'
  }
}

/** Reads it to its end and compares it with its own sums. Nothing is written. */
const readWhole = async (file: string, openers: Openers) => {
  try {
    return await readDump(await openBackupFile(file, openers), ignoreDump)
  } catch (error) {
    throw error instanceof BadDump ? new FoundFaults(error.message, { whole: false, file, problem: error.message }) : error
  }
}

const verifyBackup = async (config: Config, file: string, openers: Openers): Promise<Shown> => {
  const { header, sums } = await readWhole(file, openers)
  const { createdAt, version } = header
  const [totals, key] = [totalsOf(sums), await keyStateOf(config, header)]
  return {
    json: { whole: true, file, ...totals, created_at: createdAt, version, root_key: key },
    text: `${file} is whole: ${describeTotals(totals)}, of ${createdAt}, written by version ${version}.\n${describeKey(key, config)}`,
  }
}

/** A copy of the database from one moment, taken while servers run; or a look at such a copy. */
export const runBackup = async (
  config: Config,
  args: BackupArguments,
  { version, ask = askSecret }: { readonly version: string; readonly ask?: Ask },
): Promise<Shown> => {
  refuseMixed(args)
  const { isWithKey, isAsked, recipients, isVerified, identity } = args
  const file = resolve(args.file)
  return await explained(async () => {
    if (isVerified) return await verifyBackup(config, file, openersOf(config, { ask, identity }))
    return await writeBackup(config, { file, isWithKey, sealed: await newSeal(config, { recipients, isAsked, ask }), version })
  })
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@weir/contract/values/counted'
import { parseDsn, parseLogDsn } from '@weir/store/dsn'
import { ignoreDump, readDump } from '@weir/store/dump/read-dump'
import { withDumpSources } from '@weir/store/dump/open-dump-sources'
import { dumpDatabase } from '@weir/store/dump/write-dump'
import type { DumpHeader } from '@weir/store/dump/dump-line'
import { opensKeyCheck } from '@weir/store/migrate'
import { createKeyring } from '@weir/store/vault'
import { CommandError, askSecret } from '../commands.ts'
import type { Config } from '../config.ts'
import { BadKeyFile, readKeyFile } from '../process/files/key-file.ts'
import { allOf, readRootKeys } from '../process/root-key.ts'
import { openBackupFile, writeBackupFile, type Openers } from './backup-file.ts'
import { refuseTarget } from './whole-file.ts'
import { explained } from './command-failure.ts'
import { newSeal, openersOf, type Ask, type Seal } from './sealing.ts'

const USAGE =
  'usage: weir backup <file> [--with-key] [--passphrase | --age <recipient>...], or weir backup --verify <file> [--identity <file>]'

const OPTIONS = {
  'with-key': { type: 'boolean' },
  passphrase: { type: 'boolean' },
  age: { type: 'string', multiple: true },
  verify: { type: 'boolean' },
  identity: { type: 'string' },
} as const

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch {
    throw new CommandError(USAGE)
  }
}

/** Flags of a new backup beside those of one that is there, or two ways to seal one. */
const isMixed = ({ verify, identity, age, passphrase, 'with-key': withKey }: ReturnType<typeof parse>['values']): boolean => {
  if (verify !== true) return identity !== undefined || (passphrase === true && age !== undefined)
  return age !== undefined || passphrase === true || withKey === true
}

const readArguments = (args: readonly string[]) => {
  const { values, positionals } = parse(args)
  const [file] = positionals
  if (file === undefined || positionals.length > 1 || isMixed(values)) throw new CommandError(USAGE)
  const { 'with-key': isWithKey = false, passphrase: isAsked = false, verify: isVerified = false, age: recipients = [], identity } = values
  return { file: resolve(file), isWithKey, isAsked, recipients, isVerified, identity }
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

const totals = (sums: readonly { readonly rows: number }[]): string =>
  [
    counted(sums.length, 'table'),
    counted(
      sums.reduce((rows, sum) => rows + sum.rows, 0),
      'row',
    ),
  ].join(', ')

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

const writeBackup = async (config: Config, { file, isWithKey, sealed, version }: Backup): Promise<string> => {
  const address = parseDsn(config.dsn, config.sqlitePath)
  if (isWithKey && config.sessionSecret !== '')
    throw new CommandError('the root key comes from SESSION_SECRET; there is no key file to put into the backup')
  if (address.kind === 'sqlite' && !existsSync(address.path)) throw new CommandError(`there is no database at ${address.path}`)
  refuseTarget(file)
  const rootKeys = isWithKey ? await keysInFile(config) : []
  const sums: { readonly rows: number }[] = []
  await withDumpSources({ main: address, log: parseLogDsn(config.logDsn) }, (sources) =>
    writeBackupFile({
      path: file,
      lines: dumpDatabase(sources, { version, rootKeys, createdAt: new Date(), onTable: (sum) => sums.push(sum) }),
      seal: sealed?.seal,
      // A rotation in between would leave a backup that its own key does not open.
      beforeName: async () => {
        if (isWithKey && (await keysInFile(config)).join() !== rootKeys.join())
          throw new CommandError('the root key was replaced meanwhile; nothing was kept. Run weir backup again')
      },
    }),
  )
  return [`The database is in ${file}: ${totals(sums)}.`, ...closingLines({ config, isWithKey, key: sealed?.key })].join('\n')
}

/** Undefined when there is no key here to try. */
const opensWithOwnKey = async (config: Config, { keyCheck }: DumpHeader): Promise<boolean | undefined> => {
  if (config.sessionSecret === '' && !existsSync(config.secretKeyFile)) return undefined
  return opensKeyCheck(createKeyring(allOf(await readRootKeys(config))), keyCheck)
}

const keyLine = async (config: Config, header: DumpHeader): Promise<string> => {
  if (header.rootKeys.length > 0) return 'The root key is in it.'
  switch (await opensWithOwnKey(config, header)) {
    case true:
      return `The root key (${keyPlace(config)}) belongs to it.`
    case false:
      return `The root key here (${keyPlace(config)}) does not belong to it: to restore it you need the one of that time.`
    case undefined:
      return 'There is no root key here to try with it.'
  }
}

/** Reads it to its end and compares it with its own sums. Nothing is written. */
const verifyBackup = async (config: Config, file: string, openers: Openers): Promise<string> => {
  const { header, sums } = await readDump(await openBackupFile(file, openers), ignoreDump)
  return [
    `${file} is whole: ${totals(sums)}, of ${header.createdAt}, written by version ${header.version}.`,
    await keyLine(config, header),
  ].join('\n')
}

/** A copy of the database from one moment, taken while servers run; or a look at such a copy. */
export const runBackup = async (
  config: Config,
  args: readonly string[],
  { version, ask = askSecret }: { readonly version: string; readonly ask?: Ask },
): Promise<string> => {
  const { file, isWithKey, isAsked, recipients, isVerified, identity } = readArguments(args)
  return await explained(async () => {
    if (isVerified) return await verifyBackup(config, file, openersOf(config, { ask, identity }))
    return await writeBackup(config, { file, isWithKey, sealed: await newSeal(config, { recipients, isAsked, ask }), version })
  })
}

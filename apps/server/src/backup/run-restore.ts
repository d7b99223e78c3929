import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { counted } from '@weir/contract/values/counted'
import { describeAddress, parseDsn } from '@weir/store/dsn'
import type { DumpHeader } from '@weir/store/dump/dump-line'
import { restoreDump } from '@weir/store/dump/restore-dump'
import { opensKeyCheck } from '@weir/store/migrate'
import { createKeyring } from '@weir/store/vault'
import { CommandError, askSecret, type Shown } from '../commands.ts'
import type { Config } from '../config.ts'
import { replaceKeyFile } from '../process/files/key-file.ts'
import { claimNode } from '../process/node-identity.ts'
import { keepDataPrivate } from '../process/private-files.ts'
import { allOf, readRootKeys } from '../process/root-key.ts'
import { concludeRestore } from './after-restore.ts'
import { openBackupFile, type Openers } from './backup-file.ts'
import { filling } from './command-failure.ts'
import { openersOf, type Ask } from './sealing.ts'

type Say = (line: string) => void

interface Keys {
  readonly keys: readonly Uint8Array[]
  /** They came with the backup and are to be put in their place. */
  readonly isNew: boolean
}

const keysFor = async (config: Config, { rootKeys }: DumpHeader): Promise<Keys> => {
  if (config.sessionSecret !== '' || existsSync(config.secretKeyFile)) return { keys: allOf(await readRootKeys(config)), isNew: false }
  if (rootKeys.length === 0) {
    throw new CommandError(
      `the backup was made without its root key: put that key file at ${config.secretKeyFile} (chmod 600), or set SESSION_SECRET as it was; nothing was written`,
    )
  }
  return { keys: rootKeys.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex'))), isNew: true }
}

const requireKeys = async (config: Config, header: DumpHeader): Promise<Keys> => {
  const found = await keysFor(config, header)
  if (!opensKeyCheck(createKeyring(found.keys), header.keyCheck)) {
    const place = config.sessionSecret === '' ? config.secretKeyFile : 'SESSION_SECRET'
    throw new CommandError(`the root key (${place}) is not the one that this backup was sealed with; nothing was written`)
  }
  return found
}

interface Restoring {
  readonly say: Say
  readonly openers: Openers
}

const restoreFile = async (config: Config, file: string, { say, openers }: Restoring): Promise<Shown> => {
  let keys: Keys | undefined
  const { header, sums } = await restoreDump({
    target: parseDsn(config.dsn, config.sqlitePath),
    chunks: await openBackupFile(file, openers),
    onHeader: async (given) => {
      keys = await requireKeys(config, given)
    },
    onTable: ({ table, rows }) => rows > 0 && say(`  ${table}: ${counted(rows, 'row')}`),
    beforeRelease: async () => {
      if (keys?.isNew !== true) return
      await mkdir(dirname(config.secretKeyFile), { recursive: true })
      await replaceKeyFile(config.secretKeyFile, keys.keys)
    },
  })
  const rows = sums.reduce((all, sum) => all + sum.rows, 0)
  const done = `The backup of ${header.createdAt} is restored: ${counted(sums.length, 'table')}, ${counted(rows, 'row')}, each compared with the backup.`
  const logSetting = config.logDsn === '' ? '' : ' LOG_SQL_DSN has to name an empty database, which it moves the log to.'
  // The log is restored with everything else; a server that has LOG_SQL_DSN moves it there.
  return await concludeRestore(
    { ...config, logDsn: '' },
    {
      action: 'database.restore',
      object: `backup of ${header.createdAt}`,
      done,
      json: { created_at: header.createdAt, version: header.version, tables: sums.length, rows },
      next: `Start the server.${logSetting}`,
    },
  )
}

export interface RestoreArguments {
  readonly file: string
  /** A file of keys of age. */
  readonly identity: string | undefined
}

/** Fills an empty database with a backup. Killed at any moment, it is run again. */
export const runRestore = async (
  config: Config,
  { file, identity }: RestoreArguments,
  { say, ask = askSecret }: { readonly say: Say; readonly ask?: Ask },
): Promise<Shown> => {
  const path = resolve(file)
  if (!existsSync(path)) throw new CommandError(`there is no file ${path}`)
  await keepDataPrivate(config)
  // A server in the same folder would begin to serve what is half done, or has it open.
  const lock = claimNode(config.dataDir)
  try {
    const place = describeAddress(parseDsn(config.dsn, config.sqlitePath))
    const remedy = config.dsn === '' ? 'set DATA_DIR or SQLITE_PATH to another place' : 'set SQL_DSN to the address of an empty one'
    return await filling({ target: `the database to restore into, ${place},`, remedy }, () =>
      restoreFile(config, path, { say, openers: openersOf(config, { ask, identity }) }),
    )
  } finally {
    lock.release()
  }
}

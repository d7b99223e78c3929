import { describeAddress, parseDsn, parseLogDsn, type DatabaseAddress } from '@weir/store/dsn'
import { StoreMissing } from '@weir/store/errors'
import { inspectStore, type Inspection } from '@weir/store/inspection/inspect-store'
import type { Config } from '../config.ts'
import { unreadableBecause } from '../process/files/unreadable.ts'
import { checkBackups } from './checks/backups.ts'
import { checkConfiguration, explainBadVariable } from './checks/configuration.ts'
import { checkDatabase, explainNoDatabase } from './checks/database.ts'
import { checkDisk, readDisk } from './checks/disk.ts'
import { checkKey, keysOf, readKey } from './checks/key.ts'
import { checkLogDatabase } from './checks/log-database.ts'
import { checkRedis } from './checks/redis.ts'
import { checkRights, readPath } from './checks/rights.ts'
import { checkServer, readServer } from './checks/server.ts'
import { checkVersion } from './checks/version.ts'
import type { Finding } from './finding.ts'
import { localAddress } from './local-address.ts'
import { lookOutside } from './look-outside.ts'
import { hasFault, renderJson, renderText } from './report.ts'
import { within } from './within.ts'

interface Doctor {
  readonly readConfig: () => Config
  readonly isJson: boolean
  readonly version: string
}

export interface Diagnosis {
  readonly text: string
  readonly exitCode: 0 | 1
}

type Opened = { readonly inspection: Inspection } | { readonly finding: Finding; readonly isMissing: boolean }

const openDatabase = async (address: DatabaseAddress, rootKeys: readonly Uint8Array[]): Promise<Opened> => {
  try {
    if (address.kind === 'sqlite' && unreadableBecause(address.path) === 'missing') throw new StoreMissing('there is no file')
    return { inspection: await within(inspectStore({ address, rootKeys, clock: Date.now })) }
  } catch (error) {
    return { finding: explainNoDatabase(address, error), isMissing: error instanceof StoreMissing }
  }
}

const filesOf = (address: DatabaseAddress | undefined): readonly string[] =>
  address?.kind === 'sqlite' ? ['', '-wal', '-shm'].map((ending) => address.path + ending) : []

const looked = async (config: Config, version: string): Promise<readonly Finding[]> => {
  const configuration = checkConfiguration(config)
  if (hasFault(configuration)) return configuration
  const address = parseDsn(config.dsn, config.sqlitePath)
  const key = await readKey(config)
  const opened = await openDatabase(address, keysOf(key))
  const logAddress = parseLogDsn(config.logDsn)
  const files = [address, logAddress].flatMap(filesOf)
  const local = localAddress(config)
  const server = await readServer(local)
  const running = server.kind === 'weir' ? server.version : undefined
  const [folder, paths, disk, backups, redis, logDatabase, outside] = await Promise.all([
    readPath(config.dataDir),
    Promise.all(files.map(readPath)),
    readDisk(config.dataDir),
    checkBackups(config.backups, Date.now()),
    checkRedis(config.redisUrl),
    'inspection' in opened ? checkLogDatabase({ main: address, log: logAddress }) : [],
    'inspection' in opened ? lookOutside({ config, address, inspection: opened.inspection, isServerRunning: running !== undefined }) : [],
  ])
  return [
    checkVersion({ own: version, bun: Bun.version, running }),
    checkServer(server, local),
    ...configuration,
    checkKey(key, { file: config.secretKeyFile, hasData: 'inspection' in opened || !opened.isMissing }),
    ...('inspection' in opened ? checkDatabase(describeAddress(address), opened.inspection) : [opened.finding]),
    ...logDatabase,
    ...checkRights(folder, paths, process.getuid?.() ?? 0),
    checkDisk(disk),
    ...backups,
    redis,
    ...outside,
  ]
}

const diagnose = async ({ readConfig, version }: Doctor): Promise<readonly Finding[]> => {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    const finding = explainBadVariable(error)
    if (finding === undefined) throw error
    return [finding]
  }
  return await looked(config, version)
}

/** Looks at everything an installation depends on and changes nothing, whether the server runs or not. */
export const runDoctor = async (doctor: Doctor): Promise<Diagnosis> => {
  const findings = await diagnose(doctor)
  return { text: doctor.isJson ? renderJson(findings) : renderText(findings), exitCode: hasFault(findings) ? 1 : 0 }
}

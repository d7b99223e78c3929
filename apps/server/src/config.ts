import { join, resolve } from 'node:path'
import { KEY_VARIABLE_PREFIX } from '@weir/contract/channel'
import { newPassword } from '@weir/contract/user'
import { z } from 'zod'
import { EXAMPLE_SECRET, familyNotes, type VariableNote } from './process/family-variables.ts'
import { isSubnet } from './net/ip-address.ts'
import { availableCores } from './process/available-cores.ts'
import { LOG_LEVELS, type LogLevel } from './process/log.ts'
import { serviceVariables } from './process/service-variables.ts'
import { telemetryOf, telemetryVariables, type TelemetryConfig } from './telemetry/variables.ts'

/** A setting that stops the start. The message is one line and names the variable, its value and what is allowed. */
export class ConfigError extends Error {
  constructor(variable: string, value: string, allowed: string) {
    super(`${variable}=${JSON.stringify(value)} is not usable: ${allowed}`)
    this.name = 'ConfigError'
  }
}

const whole = (min: number, max: number, fallback: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max)).default(fallback)

const subnets = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .refine((list) => list.every(isSubnet))

interface Variable {
  readonly schema: z.ZodType
  readonly allowed: string
  readonly isSecret?: true
}

const HOUR_SECONDS = 3600
const WEEK_MINUTES = 10_080
const MONTH_HOURS = 744
const MAX_WORKERS = 64
const MANY_CALLS = 1_000_000

/** Every variable the product reads. Nothing else in the server looks at the environment. */
export const variables = {
  PORT: { schema: whole(1, 65_535, 3000), allowed: 'a port number from 1 to 65535' },
  HOST: { schema: z.string().min(1).default('0.0.0.0'), allowed: 'an address to listen on, such as 0.0.0.0 or 127.0.0.1' },
  DATA_DIR: { schema: z.string().min(1).default('./data'), allowed: 'a folder that the server may write to' },
  SQL_DSN: {
    schema: z.string().default(''),
    allowed: 'empty for SQLite, postgres://…, mysql://… or user:pass@tcp(host:port)/db',
    isSecret: true,
  },
  SQLITE_PATH: { schema: z.string().default(''), allowed: 'a file path; empty means weir.db in DATA_DIR' },
  LOG_SQL_DSN: {
    schema: z.string().default(''),
    allowed: 'empty (the database of SQL_DSN), an address like it, or a SQLite file',
    isSecret: true,
  },
  SECRET_KEY_FILE: { schema: z.string().default(''), allowed: 'a file path; empty means secret.key in DATA_DIR' },
  SESSION_SECRET: {
    schema: z.union([z.literal(['', EXAMPLE_SECRET]).transform(() => ''), z.string().min(32)]).default(''),
    allowed: 'empty, or at least 32 random characters shared by all nodes',
    isSecret: true,
  },
  SESSION_SECRET_NEXT: {
    schema: z.union([z.literal(''), z.string().min(32)]).default(''),
    allowed: 'empty, or at least 32 random characters shared by all nodes',
    isSecret: true,
  },
  INITIAL_ROOT_PASSWORD: {
    schema: z.union([z.literal(''), newPassword]).default(''),
    allowed: 'empty, or 8 to 128 characters',
    isSecret: true,
  },
  INITIAL_ROOT_TOKEN: {
    schema: z.union([z.literal(''), z.string().regex(/^(sk-)?[0-9A-Za-z]{16,120}$/)]).default(''),
    allowed: 'empty, or 16 to 120 letters and digits',
    isSecret: true,
  },
  INITIAL_ROOT_ACCESS_TOKEN: {
    schema: z.union([z.literal(''), z.string().regex(/^[!-~]{16,200}$/)]).default(''),
    allowed: 'empty, or 16 to 200 characters without blanks',
    isSecret: true,
  },
  REDIS_CONN_STRING: {
    schema: z.union([z.literal(''), z.url({ protocol: /^rediss?$/ })]).default(''),
    allowed: 'empty, or a redis:// or rediss:// address',
    isSecret: true,
  },
  GLOBAL_API_RATE_LIMIT: { schema: whole(0, MANY_CALLS, 480), allowed: `calls per three minutes from 0 (off) to ${MANY_CALLS}` },
  GLOBAL_WEB_RATE_LIMIT: { schema: whole(0, MANY_CALLS, 240), allowed: `calls per three minutes from 0 (off) to ${MANY_CALLS}` },
  CRITICAL_RATE_LIMIT: { schema: whole(0, MANY_CALLS, 20), allowed: `calls per twenty minutes from 0 (off) to ${MANY_CALLS}` },
  ...serviceVariables,
  CHANNEL_SECRETS_DIR: { schema: z.string().min(1).default('/run/secrets'), allowed: 'a folder whose files are keys of channels' },
  TRUSTED_PROXIES: { schema: subnets, allowed: 'addresses or CIDR ranges separated by commas' },
  UPSTREAM_DENY_CIDR: { schema: subnets, allowed: 'addresses or CIDR ranges separated by commas' },
  RELAY_PROXY: {
    schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    allowed: 'empty, or an http:// or https:// proxy address',
    isSecret: true,
  },
  NODE_TLS_REJECT_UNAUTHORIZED: { schema: z.enum(['0', '1']).default('1'), allowed: '0 or 1' },
  RELAY_TIMEOUT: { schema: whole(0, HOUR_SECONDS, 120), allowed: `seconds from 0 (no limit) to ${HOUR_SECONDS}` },
  STREAM_IDLE_TIMEOUT: { schema: whole(0, HOUR_SECONDS, 60), allowed: `seconds from 0 (no limit) to ${HOUR_SECONDS}` },
  MAX_REQUEST_BYTES: { schema: whole(1024, 1_073_741_824, 33_554_432), allowed: 'bytes from 1024 to 1073741824' },
  MAX_RUNNING_REQUESTS: { schema: whole(0, MANY_CALLS, 10_000), allowed: `requests from 0 (no limit) to ${MANY_CALLS}` },
  MAX_OPEN_STREAMS: { schema: whole(0, MANY_CALLS, 0), allowed: `streams from 0 (no limit) to ${MANY_CALLS}` },
  MAX_MEMORY_MB: { schema: whole(0, MANY_CALLS, 0), allowed: `megabytes from 0 (no limit) to ${MANY_CALLS}` },
  DRAIN_TIMEOUT: { schema: whole(0, HOUR_SECONDS, 120), allowed: `seconds from 0 to ${HOUR_SECONDS}` },
  WORKERS: {
    schema: z.union([z.literal('auto'), whole(1, MAX_WORKERS, 1)]),
    allowed: `processes from 1 to ${MAX_WORKERS}, or auto`,
  },
  NODE_TYPE: { schema: z.enum(['master', 'slave']).default('master'), allowed: 'master or slave' },
  CHANNEL_TEST_FREQUENCY: { schema: whole(0, WEEK_MINUTES, 0), allowed: `minutes from 0 (off) to ${WEEK_MINUTES}` },
  POLLING_INTERVAL: { schema: whole(0, HOUR_SECONDS, 0), allowed: `seconds from 0 to ${HOUR_SECONDS}` },
  BACKUP_DIR: { schema: z.string().default(''), allowed: 'empty (off), or a folder that the server may write to' },
  BACKUP_EVERY: { schema: whole(1, MONTH_HOURS, 24), allowed: `hours from 1 to ${MONTH_HOURS}` },
  BACKUP_KEEP: { schema: whole(1, 1000, 7), allowed: 'backups from 1 to 1000' },
  BACKUP_PASSPHRASE: {
    schema: z.union([z.literal(''), z.string().min(12)]).default(''),
    allowed: 'empty, or at least 12 characters',
    isSecret: true,
  },
  BACKUP_AGE: {
    schema: z
      .string()
      .regex(/^$|^age1[0-9a-z]+(?:,age1[0-9a-z]+)*$/)
      .default(''),
    allowed: 'empty, or recipients of age (age1…) with commas between',
  },
  METRICS_TOKEN: {
    schema: z.union([z.literal(''), z.string().regex(/^[!-~]{16,200}$/)]).default(''),
    allowed: 'empty, or 16 to 200 characters without blanks',
    isSecret: true,
  },
  ...telemetryVariables,
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS).default('info'), allowed: LOG_LEVELS.join(', ') },
} as const satisfies Record<string, Variable>

type Name = keyof typeof variables
type Values = { readonly [K in Name]: z.output<(typeof variables)[K]['schema']> }

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly dsn: string
  readonly sqlitePath: string
  /** Of the database that the log is kept in; empty where it is the same. */
  readonly logDsn: string
  readonly secretKeyFile: string
  /** Where the console asks for the latest release; empty where it must not. */
  readonly releasesUrl: string
  readonly sessionSecret: string
  /** While SESSION_SECRET is replaced: what takes its place. */
  readonly nextSessionSecret: string
  readonly initialRootPassword: string
  readonly initialRootToken: string
  readonly initialRootAccessToken: string
  readonly redisUrl: string
  readonly limits: { readonly api: number; readonly web: number; readonly critical: number }
  readonly services: {
    readonly githubBase: string
    readonly githubApi: string
    readonly larkBase: string
    readonly larkPassport: string
    readonly turnstileVerify: string
  }
  readonly channelSecretsDir: string
  /** Keys of channels that are kept in the environment, by the names of their variables. */
  readonly channelKeys: Readonly<Record<string, string>>
  /** Secret options that a configuration file refers to, by the names of their variables. */
  readonly secretVariables: Readonly<Record<string, string>>
  readonly trustedProxies: readonly string[]
  readonly upstreamDenyCidr: readonly string[]
  readonly relayProxy: string
  readonly trustsAnyCertificate: boolean
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly maxRequestBytes: number
  /** What one process takes on at once. Infinity: no bound. */
  readonly load: { readonly requests: number; readonly streams: number; readonly memoryBytes: number }
  readonly drainTimeoutMs: number
  readonly workers: number
  /** The processors were counted instead of a number being given. */
  readonly areWorkersCounted: boolean
  /** One node of several is told not to run what must happen once. */
  readonly runsSchedules: boolean
  /** 0: never. */
  readonly channelTestEveryMs: number
  readonly pollingIntervalMs: number
  /** Scheduled ones; the folder is empty where there are none. */
  readonly backups: { readonly folder: string; readonly everySeconds: number; readonly keep: number }
  /** Empty: backups are not encrypted. */
  readonly backupPassphrase: string
  readonly backupRecipients: readonly string[]
  readonly metricsToken: string
  readonly telemetry: TelemetryConfig
  readonly logLevel: LogLevel
  /** What to tell of variables that mean something in other products of the family. */
  readonly notes: readonly VariableNote[]
}

const readValues = (environment: Readonly<Record<string, string | undefined>>): Values => {
  const values: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    const given = environment[name]
    const parsed = variable.schema.safeParse(given)
    if (!parsed.success) throw new ConfigError(name, variable.isSecret ? '***' : (given ?? ''), variable.allowed)
    values[name] = parsed.data
  }
  return values as Values
}

/** Only environment variables of such names can be the value of a secret option in a configuration file. */
export const SECRET_VARIABLE_PREFIX = 'WEIR_SECRET_'

const readPrefixed = (environment: Readonly<Record<string, string | undefined>>, prefix: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[0].startsWith(prefix) && entry[1] !== undefined),
  )

/** 0 stands for no limit. */
const limitOf = (value: number, unit = 1): number => (value === 0 ? Infinity : value * unit)

const MEGABYTE = 1024 * 1024

/** For the processes that this one starts: without it they have the environment of the start, and not what overrides it. */
export const ownEnvironment = (): Readonly<Record<string, string | undefined>> => ({ ...process.env })

/** What is said on the command line takes the place of a variable. */
export const overrideVariables = (given: Readonly<Partial<Record<Name, string>>>): void => {
  Object.assign(process.env, given)
}

export const readConfig = (environment: Readonly<Record<string, string | undefined>> = process.env, cores = availableCores): Config => {
  const values = readValues(environment)
  const dataDir = resolve(values.DATA_DIR)
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir,
    dsn: values.SQL_DSN,
    sqlitePath: values.SQLITE_PATH === '' ? join(dataDir, 'weir.db') : resolve(values.SQLITE_PATH),
    logDsn: values.LOG_SQL_DSN,
    secretKeyFile: values.SECRET_KEY_FILE === '' ? join(dataDir, 'secret.key') : resolve(values.SECRET_KEY_FILE),
    releasesUrl: values.RELEASES_URL,
    sessionSecret: values.SESSION_SECRET,
    nextSessionSecret: values.SESSION_SECRET_NEXT,
    initialRootPassword: values.INITIAL_ROOT_PASSWORD,
    initialRootToken: values.INITIAL_ROOT_TOKEN.replace(/^sk-/, ''),
    initialRootAccessToken: values.INITIAL_ROOT_ACCESS_TOKEN,
    redisUrl: values.REDIS_CONN_STRING,
    limits: { api: values.GLOBAL_API_RATE_LIMIT, web: values.GLOBAL_WEB_RATE_LIMIT, critical: values.CRITICAL_RATE_LIMIT },
    services: {
      githubBase: values.GITHUB_BASE_URL,
      githubApi: values.GITHUB_API_URL,
      larkBase: values.LARK_BASE_URL,
      larkPassport: values.LARK_PASSPORT_URL,
      turnstileVerify: values.TURNSTILE_VERIFY_URL,
    },
    channelSecretsDir: resolve(values.CHANNEL_SECRETS_DIR),
    channelKeys: readPrefixed(environment, KEY_VARIABLE_PREFIX),
    secretVariables: readPrefixed(environment, SECRET_VARIABLE_PREFIX),
    trustedProxies: values.TRUSTED_PROXIES,
    upstreamDenyCidr: values.UPSTREAM_DENY_CIDR,
    relayProxy: values.RELAY_PROXY,
    trustsAnyCertificate: values.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    firstByteTimeoutMs: limitOf(values.RELAY_TIMEOUT, 1000),
    idleTimeoutMs: limitOf(values.STREAM_IDLE_TIMEOUT, 1000),
    maxRequestBytes: values.MAX_REQUEST_BYTES,
    load: {
      requests: limitOf(values.MAX_RUNNING_REQUESTS),
      streams: limitOf(values.MAX_OPEN_STREAMS),
      memoryBytes: limitOf(values.MAX_MEMORY_MB, MEGABYTE),
    },
    drainTimeoutMs: values.DRAIN_TIMEOUT * 1000,
    workers: values.WORKERS === 'auto' ? Math.min(MAX_WORKERS, cores()) : values.WORKERS,
    areWorkersCounted: values.WORKERS === 'auto',
    runsSchedules: values.NODE_TYPE === 'master',
    channelTestEveryMs: values.CHANNEL_TEST_FREQUENCY * 60_000,
    pollingIntervalMs: values.POLLING_INTERVAL * 1000,
    backups: {
      folder: values.BACKUP_DIR === '' ? '' : resolve(values.BACKUP_DIR),
      everySeconds: values.BACKUP_EVERY * HOUR_SECONDS,
      keep: values.BACKUP_KEEP,
    },
    backupPassphrase: values.BACKUP_PASSPHRASE,
    backupRecipients: values.BACKUP_AGE.split(',').filter(Boolean),
    metricsToken: values.METRICS_TOKEN,
    telemetry: telemetryOf(values),
    logLevel: values.LOG_LEVEL,
    notes: familyNotes(environment),
  })
}

import { BadDsn } from '@weir/store/errors'
import { parseDsn, parseLogDsn } from '@weir/store/dsn'
import { ConfigError, type Config } from '../../config.ts'
import { fault, ok, warning, type Finding } from '../finding.ts'

const SUBJECT = 'configuration'
const SEE = 'see docs/configuration.md'

/** Undefined for an error that is not about a variable. */
export const explainBadVariable = (error: unknown): Finding | undefined =>
  error instanceof ConfigError ? fault(SUBJECT, error.message, `set the variable to what is allowed; ${SEE}`) : undefined

const dsnProblem = ({ dsn, sqlitePath, logDsn }: Pick<Config, 'dsn' | 'sqlitePath' | 'logDsn'>): string | undefined => {
  try {
    parseDsn(dsn, sqlitePath)
    parseLogDsn(logDsn)
    return undefined
  } catch (error) {
    if (error instanceof BadDsn) return error.message
    throw error
  }
}

type Looked = Pick<
  Config,
  'dataDir' | 'host' | 'port' | 'workers' | 'areWorkersCounted' | 'dsn' | 'sqlitePath' | 'logDsn' | 'notes' | 'trustsAnyCertificate'
>

const workersOf = ({ workers, areWorkersCounted }: Looked): string => (areWorkersCounted ? `auto (${workers})` : String(workers))

export const checkConfiguration = (config: Looked): readonly Finding[] => {
  const badDsn = dsnProblem(config)
  const { dataDir, host, port } = config
  return [
    ...(badDsn === undefined
      ? [ok(SUBJECT, `DATA_DIR ${dataDir}, HOST ${host}, PORT ${port}, WORKERS ${workersOf(config)}`)]
      : [fault(SUBJECT, badDsn, `correct ${badDsn.split(':', 1)[0] ?? 'SQL_DSN'}; ${SEE}`)]),
    ...config.notes.map(({ variable, meaning }) => warning(SUBJECT, `${variable} is set: ${meaning}`, `remove ${variable}; ${SEE}`)),
    ...(config.trustsAnyCertificate
      ? [
          warning(
            SUBJECT,
            'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates of upstreams are not checked, and keys can be read on the way',
            'remove NODE_TLS_REJECT_UNAUTHORIZED and restart the server',
          ),
        ]
      : []),
  ]
}

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HEADLESS, findChromium, findPostgresFolder, findProgram } from './find-program.ts'
import { accountFor, createDataFolder, freePort, runToEnd, startServer, type RunningServer } from './process.ts'

export interface StartedServer {
  readonly address: string
  readonly stop: () => Promise<void>
}

export interface TestServer {
  readonly name: 'postgres' | 'mariadb' | 'redis' | 'chromium'
  /** The environment variable that hands its address to the suites, or brings one along. */
  readonly variable: string
  /** Debian packages; of several sets the first that can be installed. */
  readonly packages: readonly (readonly string[])[]
  /** Which tests are left out without it. */
  readonly neededBy: string
  readonly find: () => string | undefined
  /** Worth installing although something was found. */
  readonly isPoor?: () => boolean
  readonly start: (program: string) => Promise<StartedServer>
}

export interface PreparedServer {
  readonly address: string
  readonly start: () => Promise<RunningServer>
}

/** A database of its own that can be started and paused at will. */
export const preparePostgres = async (programs: string): Promise<PreparedServer> => {
  const account = accountFor('postgres')
  const folder = createDataFolder('postgres', account)
  const data = join(folder, 'data')
  const port = await freePort()
  const initdb = [join(programs, 'initdb'), '-D', data, '-U', 'weir', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-sync']
  await runToEnd(initdb, { account, folder })
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const argv = [
    join(programs, 'postgres'),
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
  return {
    address: `postgres://weir:weir@127.0.0.1:${port}/postgres`,
    start: () => startServer({ argv, account, folder, readyLine: /ready to accept connections/, endSignal: 'SIGQUIT' }),
  }
}

const startPostgres = async (programs: string): Promise<StartedServer> => {
  const { address, start } = await preparePostgres(programs)
  const { stop } = await start()
  return { address, stop }
}

const mariadbAccounts = `CREATE DATABASE weir CHARACTER SET utf8mb4;
CREATE USER 'weir'@'%' IDENTIFIED BY 'weir';
GRANT ALL PRIVILEGES ON *.* TO 'weir'@'%' WITH GRANT OPTION;
`

const startMariadb = async (program: string): Promise<StartedServer> => {
  const account = accountFor('mysql')
  const folder = createDataFolder('mariadb', account)
  const data = join(folder, 'data')
  const install = findProgram('mariadb-install-db', 'mysql_install_db')
  if (install === undefined) throw new Error('mariadb-install-db is not installed')
  await runToEnd([install, '--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    account,
    folder,
  })
  const initFile = join(folder, 'accounts.sql')
  writeFileSync(initFile, mariadbAccounts)
  const port = await freePort()
  const { stop } = await startServer({
    argv: [
      program,
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'server.sock')}`,
      `--pid-file=${join(folder, 'server.pid')}`,
      `--init-file=${initFile}`,
      '--skip-name-resolve',
      '--skip-log-bin',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=0',
      '--innodb-buffer-pool-size=64M',
      '--max-connections=200',
    ],
    account,
    folder,
    readyLine: /ready for connections/,
    endSignal: 'SIGKILL',
  })
  return { address: `mysql://weir:weir@127.0.0.1:${port}/weir`, stop }
}

const startRedis = async (program: string): Promise<StartedServer> => {
  const folder = createDataFolder('redis', undefined)
  const port = await freePort()
  const { stop } = await startServer({
    argv: [program, '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    account: undefined,
    folder,
    readyLine: /ready to accept connections/i,
    endSignal: 'SIGKILL',
  })
  return { address: `redis://127.0.0.1:${port}`, stop }
}

const hasChineseFont = (): boolean => {
  try {
    return readdirSync('/usr/share/fonts/opentype/noto').some((name) => name.includes('CJK'))
  } catch {
    return false
  }
}

export const testServers: readonly TestServer[] = [
  {
    name: 'postgres',
    variable: 'TEST_POSTGRES_URL',
    packages: [['postgresql']],
    neededBy: 'the PostgreSQL part of the store suite',
    find: findPostgresFolder,
    start: startPostgres,
  },
  {
    name: 'mariadb',
    variable: 'TEST_MYSQL_URL',
    packages: [['mariadb-server']],
    neededBy: 'the MySQL part of the store suite',
    find: () => findProgram('mariadbd'),
    start: startMariadb,
  },
  {
    name: 'redis',
    variable: 'TEST_REDIS_URL',
    packages: [['redis-server']],
    neededBy: 'the Redis part of the store suite',
    find: () => findProgram('redis-server', 'valkey-server'),
    start: startRedis,
  },
  {
    name: 'chromium',
    variable: 'CHROMIUM_PATH',
    packages: [
      [HEADLESS, 'fonts-noto-cjk'],
      ['chromium', 'fonts-noto-cjk'],
    ],
    neededBy: 'the browser suite',
    find: findChromium,
    isPoor: () => findProgram(HEADLESS) === undefined || !hasChineseFont(),
    start: (program) => Promise.resolve({ address: program, stop: () => Promise.resolve() }),
  },
]

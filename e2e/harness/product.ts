import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../..')

const executable = process.env['WEIR_EXECUTABLE']
/** The same program as a few scripts, as the npm package has it: it starts in two thirds of the time. `npm test` builds it once. */
const bundle = process.env['WEIR_BUNDLE']

/** `WEIR_EXECUTABLE` takes the place of the sources, which are started without the launcher: on some versions of Node that stays as a
 * parent, and killing it would spare the server. */
export const command: readonly string[] =
  executable === undefined
    ? [process.execPath, bundle === undefined ? join(repository, 'apps/server/src/main.ts') : join(bundle, 'main.js')]
    : [resolve(executable)]

export type Environment = Readonly<Record<string, string>>

/** The tests ask often and all from one address. */
const UNLIMITED = { GLOBAL_API_RATE_LIMIT: '0', GLOBAL_WEB_RATE_LIMIT: '0', CRITICAL_RATE_LIMIT: '0' }

/** Nothing of the tests' own environment reaches the product but what a shell needs. */
export const environmentWith = (own: Environment): Environment => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
  HOST: '127.0.0.1',
  ...UNLIMITED,
  ...own,
})

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'weir-e2e-'))

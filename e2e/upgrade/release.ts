import { Database } from 'bun:sqlite'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

/** What is kept of every released version. */
export const FIXTURES = join(import.meta.dirname, 'fixtures')

export const PASSWORDS = { root: 'a password of root', alice: 'a password of alice' } as const

/** Of the accounts and tokens, as the version itself told them before it was killed. */
const release = z.object({
  version: z.string(),
  /** Its name in the database: whoever starts under it gives back what it held. */
  nodeId: z.string(),
  rootKey: z.string(),
  tokenKey: z.string(),
  users: z.record(z.string(), z.object({ quota: z.int(), used_quota: z.int(), request_count: z.int(), status: z.int() })),
  tokens: z.record(z.string(), z.object({ remain_quota: z.int(), used_quota: z.int() })),
  /** What alice's stream had taken and not yet been charged. */
  openHold: z.int().positive(),
  rows: z.record(z.string(), z.int()),
  auditHead: z.string(),
  unusedCode: z.string(),
})
export type Release = z.output<typeof release>

export const readRelease = async (version: string): Promise<Release> =>
  release.parse(await Bun.file(join(FIXTURES, version, 'release.json')).json())

export const backupOf = (version: string): string => join(FIXTURES, version, 'weir.backup')

/** The data folder of the version as its server left it when it was killed. */
export const placeFiles = async (dataDir: string, { version, nodeId, rootKey }: Release, isWithDatabase: boolean): Promise<void> => {
  writeFileSync(join(dataDir, 'secret.key'), `${rootKey}\n`, { mode: 0o600 })
  using node = new Database(join(dataDir, 'node.lock'))
  node.run('create table node (id text not null)')
  node.query('insert into node (id) values (?)').run(nodeId)
  if (isWithDatabase)
    writeFileSync(join(dataDir, 'weir.db'), gunzipSync(await Bun.file(join(FIXTURES, version, 'weir.db.gz')).bytes()), { mode: 0o600 })
}

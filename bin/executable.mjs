import { environment } from './launch.mjs'

/** The first file of the single executable, which has no launcher before it: it starts itself again with the limit set. */
if (process.env.BUN_CONFIG_MAX_HTTP_REQUESTS === undefined)
  process.execve(process.execPath, [process.execPath, ...process.argv.slice(2)], environment())

await import('../apps/server/src/main.ts')

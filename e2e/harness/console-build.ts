import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './product.ts'

const BUILD = `import { ensureConsole } from './bin/console-build.mjs'; await ensureConsole(process.cwd())`

const build = async (): Promise<void> => {
  const child = Bun.spawn(['node', '--input-type=module', '-e', BUILD], { cwd: repository, stdout: 'pipe', stderr: 'pipe' })
  const [stderr, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (code !== 0) throw new Error(`the console could not be built:\n${stderr}`)
}

let building: Promise<void> | undefined

/** The console as its sources say now, built the way the launcher builds it. */
export const buildConsole = (): Promise<void> => (building ??= build())

/** Some console: the server does not start without one, and the suites of the relay do not look at it. */
export const ensureConsoleBuilt = async (): Promise<void> => {
  if (!existsSync(join(repository, 'apps/console/dist/index.html'))) await buildConsole()
}

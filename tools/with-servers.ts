import { spawn } from 'node:child_process'
import { endWithUs } from './gates/children.ts'
import { testServers } from './test-servers/servers.ts'
import { startTestServers } from './test-servers/start.ts'

const usage = 'Usage: bun tools/with-servers.ts [postgres] [mariadb] [redis] [chromium] -- command …'

// Bun takes the first `--` away, so the command starts at the first word that names no server.
const words = process.argv.slice(2).filter((word, at, all) => word !== '--' || all.indexOf('--') !== at)
const known = testServers.map(({ name }): string => name)
const commandAt = words.findIndex((word) => !known.includes(word))
const names = words.slice(0, Math.max(0, commandAt))
const [program, ...args] = commandAt === -1 ? [] : words.slice(commandAt)

if (program === undefined) {
  console.error(usage)
  process.exit(1)
}

const servers = await startTestServers(names.length > 0 ? names : undefined)
for (const line of servers.missing) console.error(line)
const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...servers.env } })
endWithUs(child)
child.on('error', (error) => console.error(`${program}: ${error.message}`))
const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
await servers.stop()
process.exit(code)

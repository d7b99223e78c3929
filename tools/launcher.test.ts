import { afterEach, expect, it } from 'bun:test'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { plantTree, removePlanted } from './testing/plant-tree.ts'

afterEach(removePlanted)

const repository = resolve(import.meta.dirname, '..')

const fakeVite = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
appendFileSync('builds', '.')
while (existsSync('held')) await new Promise(setImmediate)
if (existsSync('broken')) { console.error('syntax error in page.tsx'); process.exit(1) }
writeFileSync(process.argv[process.argv.indexOf('--outDir') + 1] + '/index.html', 'built')
`

// The words come last: they tell the test that the server is ready for a signal.
const fakeServer = `
const [what] = process.argv.slice(2)
let signals = 0
if (what === '--wait') {
  process.on('SIGINT', () => { signals++; if (signals === 1) console.log('heard ' + process.pid) })
  process.on('SIGUSR2', () => process.exit(signals === 1 ? 0 : 9))
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1000)
}
console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), limit: process.env.BUN_CONFIG_MAX_HTTP_REQUESTS }))
if (what === 'fail') process.exit(7)
`

const plantProduct = (): string => {
  const root = plantTree({
    'package.json': '{ "name": "product", "type": "module" }',
    'apps/console/package.json': '{ "name": "console", "type": "module" }',
    'apps/console/src/page.tsx': 'page',
    'apps/server/src/main.ts': fakeServer,
    'node_modules/vite/package.json': '{ "name": "vite", "type": "module" }',
    'node_modules/vite/bin/vite.js': fakeVite,
  })
  cpSync(join(repository, 'bin'), join(root, 'bin'), { recursive: true })
  symlinkSync(join(repository, 'node_modules/bun'), join(root, 'node_modules/bun'))
  return root
}

interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface LaunchOptions {
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly signal?: NodeJS.Signals
  /** Told everything that has come of the error output so far. */
  readonly onStderr?: (text: string) => void
}

const launch = (root: string, { args = [], cwd = root, signal, onStderr }: LaunchOptions = {}): Promise<Run> => {
  const env = { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: undefined }
  const { promise, resolve: finish } = Promise.withResolvers<Run>()
  const child = spawn('node', [join(root, 'bin/weir.mjs'), ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
    onStderr?.(stderr)
  })
  child.stdout.on('data', (chunk: Buffer) => {
    const isFirst = stdout === ''
    stdout += chunk.toString()
    const heardBy = /^heard (\d+)$/m.exec(stdout)?.[1]
    // The server counts what it has been sent only after the launcher had its chance to send more.
    if (heardBy !== undefined) process.kill(Number(heardBy), 'SIGUSR2')
    else if (signal !== undefined && isFirst) child.kill(signal)
  })
  child.on('close', (code) => finish({ code, stdout, stderr }))
  return promise
}

const buildsOf = (root: string): number => {
  const path = join(root, 'apps/console/builds')
  return existsSync(path) ? readFileSync(path, 'utf8').length : 0
}

it('builds the console and ends, so that a start without the builder finds it', async () => {
  const root = plantProduct()
  expect(await launch(root, { args: ['build'] })).toMatchObject({ code: 0, stdout: '' })
  expect(buildsOf(root)).toBe(1)
  rmSync(join(root, 'node_modules/vite'), { recursive: true })
  const started = await launch(root)
  expect([started.code, started.stderr]).toEqual([0, ''])
  expect(started.stdout).toContain('"args":[]')
})

it('builds the console on the first start and not on the second', async () => {
  const root = plantProduct()
  expect((await launch(root)).code).toBe(0)
  expect(readFileSync(join(root, 'apps/console/dist/index.html'), 'utf8')).toBe('built')
  expect((await launch(root)).stderr).toBe('')
  expect(buildsOf(root)).toBe(1)
})

it('builds again after a source has changed', async () => {
  const root = plantProduct()
  await launch(root)
  mkdirSync(join(root, 'packages/contract/src'), { recursive: true })
  writeFileSync(join(root, 'packages/contract/src/token.ts'), 'changed')
  await launch(root)
  expect(buildsOf(root)).toBe(2)
})

it('keeps the old build and tries again when a build fails', async () => {
  const root = plantProduct()
  await launch(root)
  writeFileSync(join(root, 'apps/console/broken'), '')
  writeFileSync(join(root, 'apps/console/src/page.tsx'), 'broken page')
  const failed = await launch(root)
  expect(failed.code).toBe(1)
  expect(failed.stdout).toBe('')
  expect(failed.stderr).toContain('syntax error in page.tsx')
  expect(failed.stderr).toContain('weir: the console could not be built')
  expect(existsSync(join(root, 'apps/console/dist/index.html'))).toBe(true)
  rmSync(join(root, 'apps/console/broken'))
  expect((await launch(root)).code).toBe(0)
  expect(buildsOf(root)).toBe(3)
})

const lockOf = (root: string): string => join(root, 'apps/console/.cache/build.lock')

/** A build that goes on until it is told to end. */
const startHeldBuild = async (root: string): Promise<{ readonly run: Promise<Run>; readonly end: () => void }> => {
  const held = join(root, 'apps/console/held')
  writeFileSync(held, '')
  const { promise, resolve: begin } = Promise.withResolvers<void>()
  const run = launch(root, { args: ['build'], onStderr: () => begin() })
  await promise
  return { run, end: () => rmSync(held, { force: true }) }
}

it('builds the console once when two start together', async () => {
  const root = plantProduct()
  const first = await startHeldBuild(root)
  const second = await launch(root, { args: ['build'], onStderr: first.end })
  expect(second).toEqual({ code: 0, stdout: '', stderr: 'Another process builds the console; waiting for it\n' })
  expect(await first.run).toEqual({ code: 0, stdout: '', stderr: 'Building the console; this happens once\n' })
  expect(buildsOf(root)).toBe(1)
  expect(existsSync(lockOf(root))).toBe(false)
})

it('builds the console itself when the one that it waited for has failed', async () => {
  const root = plantProduct()
  writeFileSync(join(root, 'apps/console/broken'), '')
  const first = await startHeldBuild(root)
  const second = launch(root, { args: ['build'], onStderr: first.end })
  expect((await first.run).code).toBe(1)
  const { code, stderr } = await second
  expect(code).toBe(1)
  expect(stderr).toStartWith('Another process builds the console; waiting for it\nBuilding the console; this happens once\n')
  expect(buildsOf(root)).toBe(2)
})

const plantLock = (root: string, pid: number): void => {
  mkdirSync(join(root, 'apps/console/.cache'), { recursive: true })
  writeFileSync(lockOf(root), String(pid))
}

it('takes the lock of a build whose process is gone', async () => {
  const root = plantProduct()
  plantLock(root, Bun.spawnSync(['node', '--version']).pid)
  expect(await launch(root, { args: ['build'] })).toMatchObject({ code: 0, stderr: 'Building the console; this happens once\n' })
})

it('takes a lock that nobody has touched for a minute, whoever has the number of its process now', async () => {
  const root = plantProduct()
  plantLock(root, process.pid)
  const past = new Date(Date.now() - 61_000)
  utimesSync(lockOf(root), past, past)
  expect(await launch(root, { args: ['build'] })).toMatchObject({ code: 0, stderr: 'Building the console; this happens once\n' })
})

it.each([[['passwd', 'root']], [['help']], [['--version']]])('builds nothing for weir %j', async (args) => {
  const root = plantProduct()
  const { stdout } = await launch(root, { args })
  expect(JSON.parse(stdout)).toMatchObject({ args })
  expect(buildsOf(root)).toBe(0)
})

it('leaves the caller in its folder and lifts the limit on parallel calls', async () => {
  const root = plantProduct()
  const { stdout } = await launch(root, { args: ['start', '--quiet'], cwd: tmpdir() })
  expect(JSON.parse(stdout)).toEqual({ args: ['start', '--quiet'], cwd: realpathSync(tmpdir()), limit: '65535' })
})

it('leaves with the code of the server', async () => {
  expect((await launch(plantProduct(), { args: ['fail'] })).code).toBe(7)
})

it.each(['SIGINT', 'SIGTERM'] as const)('hands %s to the server once and leaves with its zero', async (signal) => {
  expect((await launch(plantProduct(), { args: ['--wait'], signal })).code).toBe(0)
})

it('says in one line that bun is missing', async () => {
  const root = plantProduct()
  rmSync(join(root, 'node_modules/bun'))
  const { code, stderr } = await launch(root)
  expect(code).toBe(1)
  expect(stderr).toBe('weir: the package bun is not installed; run npm ci first\n')
})

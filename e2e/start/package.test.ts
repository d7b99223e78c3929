import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { bundleProgram } from '../../tools/release/bundle.ts'
import { packPackage } from '../../tools/release/package.ts'
import { run } from '../../tools/release/run.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { ensureConsoleBuilt } from '../harness/console-build.ts'
import { environmentWith, repository, temporaryFolder } from '../harness/product.ts'
import { runToEnd } from '../harness/run-weir.ts'
import { MODEL, closeStand, nextLog, openStand, ownLogs } from '../harness/stand.ts'

const MAX_BYTES = 60_000_000

const folder = temporaryFolder()
const modules = join(folder, 'clean/node_modules')
const installed = join(modules, 'weir-gateway')

/** As npm installs it, but with the Bun that is here already: no network is needed. */
beforeAll(async () => {
  await ensureConsoleBuilt()
  const program = join(folder, 'program')
  await bundleProgram(program)
  const archive = await packPackage({ program, output: join(folder, 'packed') })
  mkdirSync(installed, { recursive: true })
  await run(['tar', '-xzf', archive, '--strip-components=1', '-C', installed], folder)
  rmSync(program, { recursive: true })
  symlinkSync(join(repository, 'node_modules/bun'), join(modules, 'bun'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const launch = (args: readonly string[]) =>
  runToEnd(['node', join(installed, 'bin/weir-gateway.mjs'), ...args], { cwd: folder, env: environmentWith({ DATA_DIR: folder }) })

describe('the npm package', () => {
  it('asks for Bun in one exact version and for nothing else, and runs no script of its own at the installation', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).toMatchObject({
      name: 'weir-gateway',
      license: 'MIT',
      dependencies: { bun: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    })
    expect(Object.keys(manifest['dependencies'] as object)).toEqual(['bun'])
    expect(['scripts', 'devDependencies', 'private', 'workspaces'].filter((name) => name in manifest)).toEqual([])
    expect(manifest['bin']).toEqual({ 'weir-gateway': 'bin/weir-gateway.mjs', weir: 'bin/weir-gateway.mjs' })
  })

  it('takes at most 60 MB beside Bun', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes).toBeGreaterThan(5_000_000)
    expect(bytes).toBeLessThan(MAX_BYTES)
  })

  it('is started by its launcher, and says in one line when Bun is missing', async () => {
    expect(await launch(['version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    rmSync(join(modules, 'bun'))
    expect(await launch(['version'])).toMatchObject({
      code: 1,
      stderr: 'weir: the package bun is not installed; install weir-gateway again\n',
    })
  })

  it('serves the console, relays and counts tokens by the table of the model', async () => {
    const stand = await openStand({ program: [process.execPath, join(installed, 'program/main.js')], cwd: folder })
    try {
      const page = await fetch(stand.weir.url)
      expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/src="\/assets\/[^"]+\.js"/)])
      const before = (await ownLogs(stand.root)).length
      const content = ask({ text: 'a'.repeat(80), usage: null })
      await stand.openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] })
      // A token of the table holds eight of the letters; by their size alone they would be twenty.
      expect(await nextLog(stand.root, before)).toMatchObject({ completion_tokens: 10 })
      expect(await stand.weir.stop()).toBe(0)
    } finally {
      await closeStand(stand)
    }
  })
})

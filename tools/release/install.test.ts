import { afterEach, expect, it } from 'bun:test'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { repository } from './bundle.ts'

afterEach(removePlanted)

const deploy = join(repository, 'deploy')
const SUM_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

const plantDownload = (sums = `${SUM_OF_ABC}  weir-linux-x64\n`): string =>
  plantTree({
    'download/weir-linux-x64': 'abc',
    'download/SHA256SUMS': sums,
    'download/install.sh': readFileSync(join(deploy, 'install.sh'), 'utf8'),
    'download/weir.service': readFileSync(join(deploy, 'weir.service'), 'utf8'),
  })

const install = (folder: string, file = join(folder, 'download/weir-linux-x64')) => {
  const env = { PATH: process.env['PATH'] ?? '', DESTDIR: join(folder, 'machine') }
  const { exitCode, stderr } = Bun.spawnSync(['sh', join(folder, 'download/install.sh'), file], { cwd: folder, env })
  return { exitCode, stderr: stderr.toString() }
}

const installedIn = (folder: string): readonly string[] => {
  const machine = join(folder, 'machine')
  if (!existsSync(machine)) return []
  const entries = readdirSync(machine, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(machine.length))
    .toSorted()
}

it('copies the executable and the unit, and nothing else', () => {
  const folder = plantDownload()
  expect(install(folder)).toEqual({ exitCode: 0, stderr: '' })
  expect(installedIn(folder)).toEqual(['/etc/systemd/system/weir.service', '/usr/local/bin/weir'])
  const executable = join(folder, 'machine/usr/local/bin/weir')
  expect([readFileSync(executable, 'utf8'), statSync(executable).mode & 0o777]).toEqual(['abc', 0o755])
})

it('takes the place of an older version', () => {
  const folder = plantDownload()
  install(folder)
  writeFileSync(join(folder, 'machine/usr/local/bin/weir'), 'older')
  expect(install(folder).exitCode).toBe(0)
  expect(readFileSync(join(folder, 'machine/usr/local/bin/weir'), 'utf8')).toBe('abc')
})

it.each([
  ['another file', `${SUM_OF_ABC.replace('ba', 'ab')}  weir-linux-x64\n`, /is not the file that SHA256SUMS names: download it again\n$/],
  ['a file of another name', `${SUM_OF_ABC}  weir-linux-x64-musl\n`, /^install\.sh: SHA256SUMS has no line for weir-linux-x64\n$/],
])('installs nothing when the sums are of %s', (_, sums, words) => {
  const folder = plantDownload(sums)
  expect(install(folder)).toEqual({ exitCode: 1, stderr: expect.stringMatching(words) })
  expect(installedIn(folder)).toEqual([])
})

it('says which file is missing', () => {
  const folder = plantDownload()
  expect(install(folder, 'nothing')).toEqual({ exitCode: 1, stderr: 'install.sh: there is no file nothing\n' })
})

it('has a unit that leaves the server the time to end its requests', () => {
  const unit = readFileSync(join(deploy, 'weir.service'), 'utf8')
  // Two minutes are the default of DRAIN_TIMEOUT, and a worker has 15 seconds more to close.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(120 + 15)
  expect(unit).toContain('\nExecStart=/usr/local/bin/weir\n')
})

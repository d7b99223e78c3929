import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from './programs.ts'

/** Kept between runs: together they are close to a gigabyte. */
const CACHE = join(tmpdir(), 'weir-clients')

type Package = Pick<Program, 'package' | 'version'>

const folderOf = ({ package: name, version }: Package): string => join(CACHE, `${name.replaceAll(/[^a-z]/g, '-')}-${version}`)

export const binariesOf = (program: Package): string => join(folderOf(program), 'node_modules/.bin')

/** With npm, in the pinned version, into a folder of its own. */
export const install = async (program: Package): Promise<void> => {
  const folder = folderOf(program)
  const done = join(folder, 'installed')
  if (existsSync(done)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const argv = ['npm', 'install', '--no-audit', '--no-fund', '--save-exact', `${program.package}@${program.version}`]
  const child = Bun.spawn(argv, { cwd: folder, stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' })
  if ((await child.exited) !== 0) throw new Error(`${program.package}@${program.version} cannot be installed`)
  writeFileSync(done, '')
}

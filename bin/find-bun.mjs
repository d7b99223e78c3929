import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Until the install script of the package has run, its program is a text that only prints a complaint. */
const isRealProgram = (path) => existsSync(path) && statSync(path).size > 1_000_000

const architectures = { x64: 'x64', arm64: 'aarch64' }

/** npm keeps the program in the package of the platform when install scripts are switched off. */
const platformPrograms = (require) => {
  const name = `@oven/bun-${process.platform}-${architectures[process.arch] ?? process.arch}`
  return [name, `${name}-musl`].flatMap((packageName) => {
    try {
      return [join(dirname(require.resolve(`${packageName}/package.json`)), 'bin/bun')]
    } catch {
      return []
    }
  })
}

/** The Bun program that npm installed for the tree at `root`; `advice` is for who has none. */
export const findBun = (root, advice) => {
  const require = createRequire(join(root, 'package.json'))
  let folder
  try {
    folder = dirname(require.resolve('bun/package.json'))
  } catch (cause) {
    throw new Error(`the package bun is not installed; ${advice}`, { cause })
  }
  const found = [join(folder, 'bin/bun.exe'), ...platformPrograms(require)].find(isRealProgram)
  if (found === undefined) throw new Error(`bun has no program for ${process.platform} ${process.arch}; run npm rebuild bun`)
  return found
}

import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { repository } from './bundle.ts'
import { run } from './run.ts'

const PACKAGE_NAME = 'weir-gateway'
const FIRST_FILES = ['weir-gateway.mjs', 'launch.mjs', 'find-bun.mjs']
const DOCUMENTS = ['LICENSE', 'README.md', 'README.zh-CN.md']

const { version, description, homepage, license, repository: source, engines, dependencies } = manifest

const packageManifest = {
  name: PACKAGE_NAME,
  version,
  description,
  homepage,
  license,
  repository: source,
  type: 'module',
  bin: { [PACKAGE_NAME]: 'bin/weir-gateway.mjs', weir: 'bin/weir-gateway.mjs' },
  engines,
  os: ['linux', 'darwin'],
  // Everything else is inside the bundle.
  dependencies: { bun: dependencies.bun },
}

const isPartOfPackage = (path: string): boolean => basename(path) !== 'executable.js'

interface Packing {
  /** Where `bundleProgram` has written. */
  readonly program: string
  /** Gets the package, as a folder and as npm packs it. */
  readonly output: string
}

/** Returns the archive that `npm install` and `npm publish` take. */
export const packPackage = async ({ program, output }: Packing): Promise<string> => {
  const folder = join(output, PACKAGE_NAME)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(program, join(folder, 'program'), { recursive: true, filter: isPartOfPackage })
  for (const name of FIRST_FILES) cpSync(join(repository, 'bin', name), join(folder, 'bin', name))
  for (const name of DOCUMENTS) cpSync(join(repository, name), join(folder, name))
  await Bun.write(join(folder, 'package.json'), `${JSON.stringify(packageManifest, undefined, 2)}\n`)
  await run(['npm', 'pack', '--silent', '--pack-destination', output], folder)
  return join(output, `${PACKAGE_NAME}-${version}.tgz`)
}

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { repository } from './release/bundle.ts'
import { checkChart } from './release/chart-check.ts'
import { checkImage } from './release/image-check.ts'
import { run } from './release/run.ts'
import { ownTarget } from './release/targets.ts'

const SMOKE = ['demo', 'lifecycle', 'workers', 'drain', 'refusals', 'rotate-key'].map((name) => `./e2e/start/${name}.test.ts`)

const productAt = (name: string): string => {
  const path = join(repository, 'dist', name)
  if (!existsSync(path)) throw new Error(`there is no ${path}; run npm run release -- here first`)
  return path
}

/** As a user installs it: npm fetches Bun, and no script of the repository is near. */
const checkPackage = async (archive: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-package-'))
  try {
    await Bun.write(join(folder, 'package.json'), '{ "private": true }')
    await run(['npm', 'install', '--no-audit', '--prefer-offline', archive], folder)
    const version = (await run(['npx', '--no-install', 'weir-gateway', 'version'], folder)).trim()
    if (version !== manifest.version) throw new Error(`the package says ${version} and should say ${manifest.version}`)
    console.log(`installed in a clean folder, weir-gateway ${version} starts`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A part of the whole-product suite, with the executable in the place of the sources. */
const checkExecutable = async (executable: string): Promise<number> => {
  const env = { ...process.env, WEIR_EXECUTABLE: executable }
  const argv = [process.execPath, 'test', '--only-failures', '--timeout', '180000', ...SMOKE]
  return await Bun.spawn(argv, { cwd: repository, env, stdout: 'inherit', stderr: 'inherit' }).exited
}

const executable = `weir-${ownTarget() ?? 'for-this-machine'}`
const parts: Readonly<Record<string, () => Promise<number | void>>> = {
  package: () => checkPackage(productAt(`weir-gateway-${manifest.version}.tgz`)),
  executable: () => checkExecutable(productAt(executable)),
  image: () => (productAt(executable), checkImage(join(repository, 'dist'), executable)),
  chart: checkChart,
}

const given = process.argv.slice(2)
const unknown = given.find((name) => !(name in parts))
if (unknown !== undefined) throw new Error(`${unknown} is not a part: ${Object.keys(parts).join(', ')}`)
for (const [name, check] of Object.entries(parts)) {
  if (given.length === 0 || given.includes(name)) process.exitCode ||= (await check()) ?? 0
}

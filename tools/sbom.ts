import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageInfo from '../package.json' with { type: 'json' }
import { runtimeComponents, type Bom } from './sbom/runtime-components.ts'

const root = join(import.meta.dirname, '..')
const FILE = 'sbom.cdx.json'
const MAX_BYTES = 64 * 1024 * 1024

const { stdout, status } = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: MAX_BYTES,
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (status !== 0) process.exit(1)
const bom = runtimeComponents(JSON.parse(stdout) as Bom, packageInfo.name)
writeFileSync(join(root, FILE), `${JSON.stringify(bom, undefined, 2)}\n`)
process.stdout.write(`${FILE}: ${bom.components.length} components\n`)

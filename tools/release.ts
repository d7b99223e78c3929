import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram, repository } from './release/bundle.ts'
import { compileExecutable } from './release/compile.ts'
import { packPackage } from './release/package.ts'
import { renderReport, renderSums, type Product } from './release/report.ts'
import { run } from './release/run.ts'
import { startMs } from './release/start-time.ts'
import { isTarget, ownTarget, targets, type Target } from './release/targets.ts'

const USAGE = `usage: npm run release [-- <target>…]
  targets: ${targets.join(', ')}, or here for this machine; all of them unless told`

const wanted = (names: readonly string[]): readonly Target[] => {
  const chosen = names.map((name) => (name === 'here' ? (ownTarget() ?? name) : name))
  const unknown = chosen.find((name) => !isTarget(name))
  if (unknown !== undefined) throw new Error(`${unknown} is not a target\n${USAGE}`)
  return chosen.length === 0 ? targets : chosen.filter(isTarget)
}

const chosen = wanted(process.argv.slice(2))
const output = join(repository, 'dist')
const program = mkdtempSync(join(tmpdir(), 'weir-release-'))
try {
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output)
  await run(['node', 'bin/weir.mjs', 'build'], repository)
  await bundleProgram(program)
  const archive = await packPackage({ program, output })
  const products: Product[] = [{ file: archive }]
  for (const target of chosen) {
    const executable = join(output, `weir-${target}`)
    await compileExecutable({ program, executable, target: `bun-${target}`, hasBytecode: true })
    products.push({ file: executable, ...(target === ownTarget() && { startMs: await startMs(executable) }) })
  }
  for (const name of ['Containerfile', 'install.sh', 'weir.service']) cpSync(join(repository, 'deploy', name), join(output, name))
  await Bun.write(join(output, 'SHA256SUMS'), await renderSums(products))
  console.log(renderReport(products))
} finally {
  rmSync(program, { recursive: true, force: true })
}

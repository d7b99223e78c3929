import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptanceFolders } from './statements/acceptance-folders.ts'
import { mergeResults, readResults, renderReport } from './acceptance/results.ts'
import { exitOnInterrupt } from './gates/children.ts'
import { root } from './gates/gates.ts'
import { openProgress } from './gates/progress.ts'
import type { Command } from './gates/run-command.ts'
import { runReported } from './gates/run-reported.ts'
import { readAcceptance } from './statements/documents.ts'
import { findChromium } from './test-servers/find-program.ts'

/** Names or parts of names of the test files to run; all of them without arguments. */
const wanted = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'weir-acceptance-'))
const chromium = process.env['CHROMIUM_PATH'] ?? findChromium()

const suite = (name: string, ...paths: readonly string[]): Command & { readonly file: string } => {
  const file = join(folder, `${name}.xml`)
  const reporter = ['--reporter=junit', `--reporter-outfile=${file}`]
  return { name, file, argv: [process.execPath, 'test', '--timeout', '180000', ...reporter, ...paths], env: { CHROMIUM_PATH: chromium } }
}

const everything = Object.entries(acceptanceFolders).map(([name, folders]) => suite(name, ...folders.map((folder) => `./${folder}`)))
const chosen = wanted.length === 0 ? everything : [suite('chosen', ...wanted)]

const readOutcome = (file: string) => {
  try {
    return readResults(readFileSync(file, 'utf8'))
  } catch {
    console.error(`${file} was not written: the run ended before its results`)
    return new Map()
  }
}

exitOnInterrupt()
using progress = openProgress()
if (chromium === undefined) console.error('chromium is not installed: nothing that needs a browser is checked')
try {
  await runReported(chosen, { root, width: 2, progress })
  const { text, holding, total } = renderReport(readAcceptance(root), mergeResults(chosen.map(({ file }) => readOutcome(file))))
  console.log(text)
  process.exitCode = holding === total || wanted.length > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

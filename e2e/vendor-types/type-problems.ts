import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { JsonObject } from '@weir/dialects/json'
import { vendorOf, type WireName } from './wire/wires.ts'

/** A body and the type it must have. */
export interface TypedBody {
  readonly name: string
  readonly wire: WireName
  readonly body: JsonObject
}

/** What the compiler says of each body that it refuses, by name. */
export type TypeProblems = ReadonlyMap<string, readonly string[]>

const ROOT = resolve(import.meta.dirname, '../..')
const WIRES = join(import.meta.dirname, 'wire/wires.ts')

/** Strict, and of the project's own options those that say how files are found. */
const OPTIONS = {
  target: 'ES2023',
  lib: ['ES2024', 'ESNext.Disposable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
}

/** A source file of constants, and the body whose text begins at a line. */
class SourceFile {
  readonly #lines = [`import type { Wires } from ${JSON.stringify(WIRES)}`]
  readonly #starts: { readonly line: number; readonly name: string }[] = []

  add({ name, wire, body }: TypedBody): void {
    this.#starts.push({ line: this.#lines.length + 1, name })
    // Written out at the declaration: only there does the compiler refuse a member that the type does not know.
    const literal = JSON.stringify(body, undefined, 1)
    this.#lines.push(...`export const body${this.#starts.length}: Wires['${wire}'] = ${literal}`.split('\n'))
  }

  nameAt(line: number): string | undefined {
    return this.#starts.findLast((start) => start.line <= line)?.name
  }

  get text(): string {
    return this.#lines.join('\n')
  }
}

const filesOf = (bodies: readonly TypedBody[]): ReadonlyMap<string, SourceFile> => {
  const files = new Map<string, SourceFile>()
  for (const body of bodies) {
    const name = `${vendorOf(body.wire)}.ts`
    const file = files.get(name) ?? new SourceFile()
    file.add(body)
    files.set(name, file)
  }
  return files
}

const compile = async (folder: string): Promise<string> => {
  const compiler = Bun.spawn([join(ROOT, 'node_modules/.bin/tsc'), '--pretty', 'false', '-p', folder], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([compiler.stdout.text(), compiler.stderr.text(), compiler.exited])
  return output + errors
}

const FINDING = /^([\w.]+)\((\d+),\d+\): (error .*)$/
const CONTINUED = /^\s/

const readFindings = (output: string, files: ReadonlyMap<string, SourceFile>): TypeProblems => {
  const problems = new Map<string, string[]>()
  let last: string[] = []
  for (const line of output.split('\n').filter((text) => text !== '')) {
    if (CONTINUED.test(line)) {
      last[last.length - 1] += `\n${line}`
      continue
    }
    const [, file = '', at = '', message = ''] = FINDING.exec(line) ?? []
    const name = files.get(file)?.nameAt(Number(at))
    if (name === undefined) throw new Error(`the compiler failed: ${line}`)
    last = problems.get(name) ?? []
    last.push(message)
    problems.set(name, last)
  }
  return problems
}

/** Compiles all bodies as constants of their types, one file for each vendor. */
export const typeProblems = async (bodies: readonly TypedBody[]): Promise<TypeProblems> => {
  const files = filesOf(bodies)
  // Below the root, where the vendors' packages are found.
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache/vendor-types-'))
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: [...files.keys()] }))
    for (const [name, file] of files) await writeFile(join(folder, name), file.text)
    return readFindings(await compile(folder), files)
  } finally {
    await rm(folder, { recursive: true })
  }
}

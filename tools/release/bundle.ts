import { cpSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export const repository: string = resolve(import.meta.dirname, '../..')

const ENTRIES = ['apps/server/src/main.ts', 'apps/server/src/relay/token-counter-worker.ts', 'bin/executable.mjs']

/** What tells the builder when to build again and the size gate what belongs together; nothing builds a bundle again. */
const BUILD_NOTES = new Set(['source-hash', '.vite'])
const isPartOfConsole = (path: string): boolean => !BUILD_NOTES.has(basename(path))

/** Writes the server as a few scripts and the built console beside them: the common ground of package and executables. */
export const bundleProgram = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  await Bun.build({
    entrypoints: ENTRIES.map((entry) => join(repository, entry)),
    outdir: folder,
    target: 'bun',
    naming: { entry: '[name].js', chunk: '[name]-[hash].js', asset: '[name]-[hash].[ext]' },
    // The tokenizer's tables stay scripts of their own, read when the first text needs them.
    splitting: true,
    // Names are kept: the stack of a bug report must tell where it came from.
    minify: { whitespace: true, syntax: true, identifiers: false },
  })
  cpSync(join(repository, 'apps/console/dist'), join(folder, 'console'), { recursive: true, filter: isPartOfConsole })
}

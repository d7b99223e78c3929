import { join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const LIMIT_KB = 250
const dist = join(import.meta.dir, '..', 'dist')
const manifest = new Map(Object.entries((await Bun.file(join(dist, '.vite/manifest.json')).json()) as Record<string, Chunk>))

/** Everything a browser fetches for a chunk before it can run it. */
const withImports = (name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest.get(name)
  if (chunk === undefined) throw new Error(`The manifest has no ${name}; run vite build first`)
  if (!seen.has(chunk.file)) {
    seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) withImports(imported, seen)
  }
  return seen
}

const gzipKb = async (file: string) => Bun.gzipSync(await Bun.file(join(dist, file)).bytes(), { level: 9 }).byteLength / 1024

const files = withImports('src/features/auth/login-page.tsx', withImports('index.html'))
let total = 0
for (const file of files) total += await gzipKb(file)

process.stdout.write(`/login: ${total.toFixed(1)} KB of script after gzip in ${files.size} files (limit ${LIMIT_KB})\n`)
if (total > LIMIT_KB) process.exit(1)

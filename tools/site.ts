import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { apiPages } from './site/api/pages.ts'
import { buildSite } from './site/build.ts'
import { readSections } from './site/pages.ts'

const root = resolve(import.meta.dirname, '..')
const output = join(root, 'dist/site')

const { files, problems } = await buildSite(root, readSections(root, await apiPages(root)))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (!process.argv.includes('--check')) {
  rmSync(output, { recursive: true, force: true })
  for (const [path, content] of files) {
    const file = join(output, path)
    mkdirSync(dirname(file), { recursive: true })
    await Bun.write(file, content)
  }
  console.log(`${files.size} files in dist/site; open dist/site/index.html`)
}

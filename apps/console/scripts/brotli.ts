import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg'])

const compress = promisify(brotliCompress)

/** At its best Brotli takes seconds, which a build has and a start has not. */
export const brotli: Plugin = {
  name: 'brotli',
  apply: 'build',
  closeBundle: {
    order: 'post',
    handler: async function () {
      const folder = this.environment.config.build.outDir
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
      await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          await writeFile(`${path}.br`, await compress(await readFile(path)))
        }),
      )
    },
  },
}

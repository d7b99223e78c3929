import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotli } from './scripts/brotli.ts'
import { CHUNKS, chunksFrom } from './scripts/chunks.ts'
import { directImports } from './scripts/direct-imports.ts'
import { shellFirst } from './scripts/shell-first.ts'

const server = process.env.WEIR_DEV_SERVER ?? 'http://127.0.0.1:3000'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const version = /"version": "([^"]+)"/.exec(manifest)?.[1] ?? ''

const chunkOf = chunksFrom(fileURLToPath(new URL('src/app/main.tsx', import.meta.url)))

export default defineConfig({
  plugins: [directImports, react(), shellFirst, brotli],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  build: {
    target: 'es2022',
    manifest: true,
    // Where it is missing, code comes a little later; the script that makes up for it would come first everywhere.
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: CHUNKS.map((chunk, at) => ({
            debugName: chunk,
            name: (id, modules) => (chunkOf(id, (other) => modules.getModuleInfo(other)) === chunk ? chunk : null),
            priority: CHUNKS.length - at,
          })),
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/v1': server } },
})

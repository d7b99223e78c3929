import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.WEIR_DEV_SERVER ?? 'http://127.0.0.1:3000'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const version = /"version": "([^"]+)"/.exec(manifest)?.[1] ?? ''

export default defineConfig({
  plugins: [react()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  build: { target: 'es2022', manifest: true, sourcemap: false, assetsInlineLimit: 0 },
  server: { proxy: { '/api': server, '/v1': server } },
})

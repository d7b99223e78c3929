import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import project from '../../package.json' with { type: 'json' }

const server = process.env.WEIR_DEV_SERVER ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(project.version) },
  build: { target: 'es2022', manifest: true, sourcemap: false, assetsInlineLimit: 0 },
  server: { proxy: { '/api': server, '/v1': server } },
})

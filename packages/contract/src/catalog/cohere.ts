import type { CatalogEntry } from './entry.ts'

/** List prices in dollars per million tokens, August 2026. */
export const models: readonly CatalogEntry[] = [
  { model: 'command', mode: 'completion', price: { input: 1, output: 2 }, context: 4096, maxOutput: 4096 },
  { model: 'command-a-03-2025', mode: 'chat', price: { input: 2.5, output: 10 }, context: 256000, maxOutput: 8000, can: ['tools'] },
  { model: 'command-light', mode: 'chat', price: { input: 0.3, output: 0.6 }, context: 4096, maxOutput: 4096 },
  { model: 'command-nightly', mode: 'completion', price: { input: 1, output: 2 }, context: 4096, maxOutput: 4096 },
  { model: 'command-r', mode: 'chat', price: { input: 0.15, output: 0.6 }, context: 128000, maxOutput: 4096, can: ['tools'] },
  { model: 'command-r-08-2024', mode: 'chat', price: { input: 0.15, output: 0.6 }, context: 128000, maxOutput: 4096, can: ['tools'] },
  { model: 'command-r-plus', mode: 'chat', price: { input: 2.5, output: 10 }, context: 128000, maxOutput: 4096, can: ['tools'] },
  { model: 'command-r-plus-08-2024', mode: 'chat', price: { input: 2.5, output: 10 }, context: 128000, maxOutput: 4096, can: ['tools'] },
  { model: 'command-r7b-12-2024', mode: 'chat', price: { input: 0.0375, output: 0.15 }, context: 128000, maxOutput: 4096, can: ['tools'] },
  { model: 'embed-english-light-v2.0', mode: 'embedding', price: { input: 0.1, output: 0 }, context: 1024 },
  { model: 'embed-english-light-v3.0', mode: 'embedding', price: { input: 0.1, output: 0 }, context: 1024 },
  { model: 'embed-english-v2.0', mode: 'embedding', price: { input: 0.1, output: 0 }, context: 4096 },
  { model: 'embed-english-v3.0', mode: 'embedding', price: { input: 0.1, output: 0 }, context: 1024 },
  { model: 'embed-multilingual-light-v3.0', mode: 'embedding', price: { input: 100, output: 0 }, context: 1024 },
  { model: 'embed-multilingual-v2.0', mode: 'embedding', price: { input: 0.1, output: 0 }, context: 768 },
  { model: 'embed-multilingual-v3.0', mode: 'embedding', price: { input: 0.1, output: 0 }, context: 1024 },
  { model: 'embed-v4.0', mode: 'embedding', price: { input: 0.12, output: 0 }, context: 128000 },
  { model: 'rerank-english-v2.0', mode: 'rerank', price: { input: 0, output: 0, perQuery: 0.002 }, context: 4096, maxOutput: 4096 },
  { model: 'rerank-english-v3.0', mode: 'rerank', price: { input: 0, output: 0, perQuery: 0.002 }, context: 4096, maxOutput: 4096 },
  { model: 'rerank-multilingual-v2.0', mode: 'rerank', price: { input: 0, output: 0, perQuery: 0.002 }, context: 4096, maxOutput: 4096 },
  { model: 'rerank-multilingual-v3.0', mode: 'rerank', price: { input: 0, output: 0, perQuery: 0.002 }, context: 4096, maxOutput: 4096 },
  { model: 'rerank-v3.5', mode: 'rerank', price: { input: 0, output: 0, perQuery: 0.002 }, context: 4096, maxOutput: 4096 },
]

import type { CatalogEntry } from './entry.ts'

/** List prices in dollars per million tokens, August 2026. */
export const models: readonly CatalogEntry[] = [
  {
    model: 'deepseek-v3-2-251201',
    mode: 'chat',
    price: { input: 0, output: 0 },
    context: 98304,
    maxOutput: 32768,
    can: ['tools', 'reasoning'],
  },
  { model: 'doubao-embedding', mode: 'embedding', price: { input: 0, output: 0 }, context: 4096 },
  { model: 'doubao-embedding-large', mode: 'embedding', price: { input: 0, output: 0 }, context: 4096 },
  { model: 'doubao-embedding-large-text-240915', mode: 'embedding', price: { input: 0, output: 0 }, context: 4096 },
  { model: 'doubao-embedding-large-text-250515', mode: 'embedding', price: { input: 0, output: 0 }, context: 4096 },
  { model: 'doubao-embedding-text-240715', mode: 'embedding', price: { input: 0, output: 0 }, context: 4096 },
  {
    model: 'glm-4-7-251222',
    mode: 'chat',
    price: { input: 0, output: 0 },
    context: 204800,
    maxOutput: 131072,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'kimi-k2-thinking-251104',
    mode: 'chat',
    price: { input: 0, output: 0 },
    context: 229376,
    maxOutput: 32768,
    can: ['tools', 'reasoning'],
  },
]

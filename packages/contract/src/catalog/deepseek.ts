import type { CatalogEntry } from './entry.ts'

/** List prices in dollars per million tokens, August 2026. */
export const models: readonly CatalogEntry[] = [
  {
    model: 'deepseek-chat',
    mode: 'chat',
    price: { input: 0.28, output: 0.42, cacheRead: 0.028, cacheWrite: 0 },
    context: 131072,
    maxOutput: 8192,
    can: ['tools'],
  },
  { model: 'deepseek-coder', mode: 'chat', price: { input: 0.14, output: 0.28 }, context: 128000, maxOutput: 4096, can: ['tools'] },
  {
    model: 'deepseek-r1',
    mode: 'chat',
    price: { input: 0.55, output: 2.19 },
    context: 65536,
    maxOutput: 8192,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'deepseek-reasoner',
    mode: 'chat',
    price: { input: 0.28, output: 0.42, cacheRead: 0.028 },
    context: 131072,
    maxOutput: 65536,
    can: ['reasoning'],
  },
  {
    model: 'deepseek-v3',
    mode: 'chat',
    price: { input: 0.27, output: 1.1, cacheRead: 0.07, cacheWrite: 0 },
    context: 65536,
    maxOutput: 8192,
    can: ['tools'],
  },
  {
    model: 'deepseek-v3.2',
    mode: 'chat',
    price: { input: 0.28, output: 0.4 },
    context: 163840,
    maxOutput: 163840,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'deepseek-v4-flash',
    mode: 'chat',
    price: { input: 0.14, output: 0.28, cacheRead: 0.0028, cacheWrite: 0 },
    context: 1000000,
    maxOutput: 8192,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'deepseek-v4-pro',
    mode: 'chat',
    price: { input: 0.435, output: 0.87, cacheRead: 0.003625, cacheWrite: 0 },
    context: 1000000,
    maxOutput: 8192,
    can: ['tools', 'reasoning'],
  },
]

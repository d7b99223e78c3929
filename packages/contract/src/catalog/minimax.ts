import type { CatalogEntry } from './entry.ts'

/** List prices in dollars per million tokens, August 2026. */
export const models: readonly CatalogEntry[] = [
  {
    model: 'MiniMax-M2',
    mode: 'chat',
    price: { input: 0.3, output: 1.2, cacheRead: 0.03, cacheWrite: 0.375 },
    context: 200000,
    maxOutput: 8192,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'MiniMax-M2.1',
    mode: 'chat',
    price: { input: 0.3, output: 1.2, cacheRead: 0.03, cacheWrite: 0.375 },
    context: 1000000,
    maxOutput: 8192,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'MiniMax-M2.1-lightning',
    mode: 'chat',
    price: { input: 0.3, output: 2.4, cacheRead: 0.03, cacheWrite: 0.375 },
    context: 1000000,
    maxOutput: 8192,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'MiniMax-M2.5',
    mode: 'chat',
    price: { input: 0.3, output: 1.2, cacheRead: 0.03, cacheWrite: 0.375 },
    context: 1000000,
    maxOutput: 8192,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'MiniMax-M2.5-lightning',
    mode: 'chat',
    price: { input: 0.3, output: 2.4, cacheRead: 0.03, cacheWrite: 0.375 },
    context: 1000000,
    maxOutput: 8192,
    can: ['tools', 'reasoning'],
  },
  {
    model: 'MiniMax-M3',
    mode: 'chat',
    price: { input: 0.3, output: 1.2, cacheRead: 0.06 },
    context: 1000000,
    maxOutput: 128000,
    can: ['vision', 'tools', 'reasoning'],
  },
  { model: 'speech-02-hd', mode: 'audio-speech', price: { perMillionCharacters: 100 } },
  { model: 'speech-02-turbo', mode: 'audio-speech', price: { perMillionCharacters: 60 } },
  { model: 'speech-2.6-hd', mode: 'audio-speech', price: { perMillionCharacters: 100 } },
  { model: 'speech-2.6-turbo', mode: 'audio-speech', price: { perMillionCharacters: 60 } },
]

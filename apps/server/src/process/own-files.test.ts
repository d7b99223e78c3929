import { expect, it } from 'bun:test'
import { consoleFolder, tokenCounterThread } from './own-files.ts'

it('among the sources everything is found at its own place', () => {
  expect(consoleFolder).toEndWith('/apps/console/dist')
  expect(tokenCounterThread).toEndWith('/apps/server/src/relay/token-counter-worker.ts')
})

import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderProvidersPage } from './render.ts'

it('is what docs/providers.md says; npm run docs:providers writes it anew', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/providers.md'), 'utf8')).toBe(renderProvidersPage())
})

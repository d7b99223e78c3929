import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderWiresPage, silentLosses } from './render.ts'

it('is what docs/wires.md says; npm run docs:wires writes it anew', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/wires.md'), 'utf8')).toBe(renderWiresPage())
})

it('knows nothing that is lost between two wires without a word, but for hints that change no answer', () => {
  expect(silentLosses()).toEqual([
    'responses: `prompt_cache_key`',
    'responses: `safety_identifier`',
    'messages: `cache_control`',
    'messages: `metadata.user_id`',
  ])
})

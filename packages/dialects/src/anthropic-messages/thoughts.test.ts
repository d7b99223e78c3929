import { expect, it } from 'bun:test'
import { ownThoughts } from './thoughts.ts'

const signed = { type: 'thinking', thinking: 'so', signature: 's1' }
const hidden = { type: 'redacted_thinking', data: 'd1' }

it('keeps what this wire sealed: thoughts with a signature and hidden ones, in their order', () => {
  expect(ownThoughts([hidden, signed])).toEqual([hidden, signed])
})

it.each([
  [{ type: 'thinking', thinking: 'so' }],
  [{ type: 'thinking', thinking: 'so', signature: '' }],
  [{ type: 'thinking', data: 'd1' }],
  [{ type: 'redacted_thinking' }],
  [{ type: 'redacted_thinking', signature: 's1' }],
  [{ type: 'reasoning.encrypted', data: 'd1', signature: 's1' }],
  [{ data: 'd1', signature: 's1' }],
])('leaves out what another wire sealed, or nobody: %j', (block) => {
  expect(ownThoughts([block, signed])).toEqual([signed])
})

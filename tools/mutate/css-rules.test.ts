import { expect, it } from 'bun:test'
import { findStyleChanges } from './css-rules.ts'
import { apply } from './mutant.ts'

it('changes colours and lengths, and nothing in comments', () => {
  const source = '/* 8px #fff */ a { color: var(--color-ink); background: #fafafa; padding: 12px; gap: var(--space-2); z-index: 3 }'
  expect(findStyleChanges(source).map((change) => `${change.kind}: ${apply(source, change).slice(15)}`)).toEqual([
    'colour: a { color: #ff00ff; background: #fafafa; padding: 12px; gap: var(--space-2); z-index: 3 }',
    'colour: a { color: var(--color-ink); background: #ff00ff; padding: 12px; gap: var(--space-2); z-index: 3 }',
    'spacing: a { color: var(--color-ink); background: #fafafa; padding: 0; gap: var(--space-2); z-index: 3 }',
    'spacing: a { color: var(--color-ink); background: #fafafa; padding: 12px; gap: 0; z-index: 3 }',
  ])
})

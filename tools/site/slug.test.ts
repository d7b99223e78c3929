import { expect, it } from 'bun:test'
import { slugOf } from './slug.ts'

it('makes the anchors that GitHub makes', () => {
  const taken = new Set<string>()
  const headings = [
    'Replace the root key',
    'Start, stop & go: `weir start`',
    '从 one-api 或 new-api 迁移',
    'Replace the root key',
    'snake_case',
  ]
  expect(headings.map((heading) => slugOf(heading, taken))).toEqual([
    'replace-the-root-key',
    'start-stop--go-weir-start',
    '从-one-api-或-new-api-迁移',
    'replace-the-root-key-1',
    'snake_case',
  ])
})

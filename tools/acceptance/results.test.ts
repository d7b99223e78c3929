import { expect, test } from 'bun:test'
import { mergeResults, readResults, renderReport } from './results.ts'
import { groups } from './statements.ts'

const junit = `<testsuites><testsuite name="a">
  <testcase name="C-001, C-002 prints &quot;0&quot;" classname="G01" time="0.1" file="a.test.ts" />
  <testcase name="C-003 breaks" classname="G01"><failure type="AssertionError">C-009</failure></testcase>
  <testcase name="C-004 left out"><skipped /></testcase>
  <testcase name="no number" />
</testsuite></testsuites>`

test('a number holds when the test that carries it passed', () => {
  expect([...readResults(junit)]).toEqual([
    ['C-001', 'holds'],
    ['C-002', 'holds'],
    ['C-003', 'fails'],
  ])
})

test('one failing check is enough for a statement to fail', () => {
  const holds = new Map([['C-001', 'holds']] as const)
  const fails = new Map([['C-001', 'fails']] as const)
  expect(mergeResults([fails, holds]).get('C-001')).toBe('fails')
  expect(mergeResults([holds, fails]).get('C-001')).toBe('fails')
})

test('the groups follow one another without a gap and hold 654 statements', () => {
  let next = 1
  for (const { from, to, decided } of groups) {
    expect(from).toBe(next)
    expect(decided.every((number) => number >= from && number <= to)).toBe(true)
    next = to + 1
  }
  expect(next - 1).toBe(654)
})

test('the report names what fails and what nobody checks', () => {
  const { text, holding, total } = renderReport(readResults(junit))
  expect({ holding, total }).toEqual({ holding: 2, total: 654 })
  expect(text).toContain('G01    2 of  33')
  expect(text).toContain('fails: C-003')
  expect(text).toContain('not checked: C-004 C-005')
  expect(text).toContain('C-050^')
})

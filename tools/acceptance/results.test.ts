import { expect, test } from 'bun:test'
import { mergeResults, readResults, renderReport } from './results.ts'

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

test('the report names what fails and what no test checks', () => {
  const groups = [
    {
      name: 'G01',
      about: 'formats',
      statements: [
        { id: 'C-001', isChoice: false },
        { id: 'C-002', isChoice: false },
        { id: 'C-003', isChoice: false },
      ],
    },
    { name: 'G02', about: 'roles', statements: [{ id: 'C-004', isChoice: true }] },
  ]
  expect(renderReport(groups, readResults(junit))).toEqual({
    text: 'G01    2 of   3  formats\n      fails: C-003\nG02    0 of   1  roles\n      not checked: C-004^\n2 of 4 statements hold',
    holding: 2,
    total: 4,
  })
})

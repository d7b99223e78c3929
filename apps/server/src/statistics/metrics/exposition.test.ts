import { expect, it } from 'bun:test'
import { EXPOSITION_TYPE, renderExposition } from './exposition.ts'
import type { Family } from './instruments.ts'

const family = (name: string, value: number, labels: Readonly<Record<string, string>> = {}): Family => ({
  name,
  help: 'Requests',
  type: 'counter',
  samples: [{ suffix: '_total', labels, value }],
})

it('is the text format of Prometheus', () => {
  expect(EXPOSITION_TYPE).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(renderExposition([{ families: [family('a', 1), family('b', 2, { path: 'x"y\\z\n', code: '200' })] }])).toBe(
    [
      '# HELP a Requests',
      '# TYPE a counter',
      'a_total 1',
      '# HELP b Requests',
      '# TYPE b counter',
      'b_total{path="x\\"y\\\\z\\n",code="200"} 2',
      '',
    ].join('\n'),
  )
})

it('gathers a family of several processes under its name', () => {
  const readings = [
    { worker: 0, families: [family('a', 1)] },
    { worker: 1, families: [family('a', 2, { code: '200' }), family('b', 3)] },
  ]
  expect(renderExposition(readings)).toBe(
    [
      '# HELP a Requests',
      '# TYPE a counter',
      'a_total{worker="0"} 1',
      'a_total{code="200",worker="1"} 2',
      '# HELP b Requests',
      '# TYPE b counter',
      'b_total{worker="1"} 3',
      '',
    ].join('\n'),
  )
})

import { expect, it } from 'bun:test'
import { openLineStream } from './line-stream.ts'
import { ToolDeltas } from './tool-deltas.ts'

const none = { key: undefined, id: undefined, name: undefined, fragment: '' }

it('numbers calls in the order in which they begin, whatever upstream calls them', () => {
  const tools = new ToolDeltas()
  expect(tools.take({ ...none, key: 7, id: 'x', name: 'a', fragment: '{"q"' })).toEqual([
    { kind: 'tool-call-begun', index: 0, id: 'x', name: 'a' },
    { kind: 'tool-call-arguments', index: 0, fragment: '{"q"' },
  ])
  expect(tools.take({ ...none, key: 3, name: 'b' })).toEqual([{ kind: 'tool-call-begun', index: 1, id: 'call_1', name: 'b' }])
  expect(tools.take({ ...none, key: 7, fragment: ':1}' })).toEqual([{ kind: 'tool-call-arguments', index: 0, fragment: ':1}' }])
  expect([tools.count, tools.close(), tools.close()]).toEqual([2, [{ kind: 'tool-call-arguments', index: 1, fragment: '{}' }], []])
})

it('tells calls apart by id or name where they have no number, and continues the last where they have nothing', () => {
  const tools = new ToolDeltas()
  expect(tools.take({ ...none, fragment: 'lost' })).toEqual([])
  tools.take({ ...none, id: 'x', fragment: '{' })
  tools.take({ ...none, id: '', name: 'b', fragment: '[' })
  expect(tools.take({ ...none, fragment: ']' })).toEqual([{ kind: 'tool-call-arguments', index: 1, fragment: ']' }])
  expect(tools.take({ ...none, id: 'x', fragment: '}' })).toEqual([{ kind: 'tool-call-arguments', index: 0, fragment: '}' }])
  expect(tools.count).toBe(2)
})

it('reads lines wherever they are cut, blank ones aside, and the last without its end', () => {
  const lines: string[] = []
  const stream = openLineStream((line) => {
    lines.push(line)
    return []
  })
  const bytes = new TextEncoder().encode('Köln \r\n\n  \nb\nlast')
  for (const byte of bytes) stream.push(new Uint8Array([byte]))
  expect(lines).toEqual(['Köln', 'b'])
  stream.end()
  stream.end()
  expect(lines).toEqual(['Köln', 'b', 'last'])
})

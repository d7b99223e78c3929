import { expect, it } from 'bun:test'
import { toolNames } from './tool-names.ts'

const offered = (...names: readonly string[]) =>
  toolNames({ tools: names.map((name) => ({ type: 'function', function: { name, parameters: {} } })) })

it.each([
  ['get_weather', 'get_weather'],
  ['_x-9', '_x-9'],
  ['mcp.server/tool', 'mcp_server_tool'],
  ['9lives', '_9lives'],
  ['-dash', '_-dash'],
  ['天气', '__'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), 'x'.repeat(64)],
  [`9${'x'.repeat(64)}`, `_9${'x'.repeat(62)}`],
])('writes %p as %p, and reads it back', (name, wire) => {
  const names = offered(name)
  expect([names.toWire(name), names.fromWire(wire)]).toEqual([wire, name])
})

it('keeps names apart that would become one, and leaves the one that was fine', () => {
  const names = offered('a.b', 'a/b', 'a_b', 'a:b')
  expect(['a_b', 'a.b', 'a/b', 'a:b'].map(names.toWire)).toEqual(['a_b', 'a_b_2', 'a_b_3', 'a_b_4'])
  expect(['a_b', 'a_b_2', 'a_b_3', 'a_b_4'].map(names.fromWire)).toEqual(['a_b', 'a.b', 'a/b', 'a:b'])
})

it('counts on, so that many names which become one are written in one go', () => {
  const signs = Array.from({ length: 20_000 }, (_, at) => `a${String.fromCodePoint(0x4e00 + at)}`)
  const began = performance.now()
  const names = offered(...signs)
  expect([names.toWire(signs[1] ?? ''), names.toWire(signs.at(-1) ?? '')]).toEqual(['a__2', 'a__20000'])
  expect(performance.now() - began).toBeLessThan(10_000)
})

it('takes no name that is there already', () => {
  const names = offered('a_b_2', 'a_b', 'a.b')
  expect(names.toWire('a.b')).toBe('a_b_3')
})

it('makes room for the number in a long name', () => {
  const names = offered('x'.repeat(64), 'x'.repeat(65))
  expect(names.toWire('x'.repeat(65))).toBe(`${'x'.repeat(62)}_2`)
})

it('knows the tools that earlier turns called, and cleans one it has never seen', () => {
  const names = toolNames({ messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'old.tool' } }] }] })
  expect([names.toWire('old.tool'), names.fromWire('old_tool')]).toEqual(['old_tool', 'old.tool'])
  expect([names.toWire('new.tool'), names.fromWire('new_tool')]).toEqual(['new_tool', 'new_tool'])
})

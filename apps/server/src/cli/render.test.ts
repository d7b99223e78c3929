import { describe, expect, it } from 'bun:test'
import { renderJson, renderRecord, renderTable, renderTime } from './render.ts'

const columns = { id: (row: { id: number; name: string }) => row.id, name: (row: { id: number; name: string }) => row.name }

describe('what a command shows to people', () => {
  it('stands in columns as wide as their widest cell, a Chinese character counting twice', () => {
    const rows = [
      { id: 1, name: '河流' },
      { id: 20_000, name: 'a' },
    ]
    expect(renderTable(rows, { ...columns, last: () => 'x' })).toBe(['id     name  last', '1      河流  x', '20000  a     x'].join('\n'))
    expect(renderTable([], columns)).toBe('id  name')
  })

  it('is cut in a table after sixty characters, and whole in a record', () => {
    const [fits, long] = ['x'.repeat(60), 'x'.repeat(61)]
    expect(renderTable([{ id: 1, name: fits }], columns)).toBe(`id  name\n1   ${fits}`)
    expect(renderTable([{ id: 1, name: long }], columns)).toBe(`id  name\n1   ${'x'.repeat(59)}…`)
    expect(renderRecord({ name: long })).toBe(`name  ${long}`)
  })

  it('ends no line and steers no terminal', () => {
    expect(renderTable([{ id: 1, name: 'a\u001b[2J\nb\u2028c' }], columns)).toBe('id  name\n1   a [2J b c')
    expect(renderRecord({ id: 1, list: ['a\n'], none: undefined, longest_name: 'b\tc' })).toBe(
      ['id            1', 'list          ["a\\n"]', 'none', 'longest_name  b c'].join('\n'),
    )
    expect(renderRecord({})).toBe('')
  })

  it('has times in UTC, and none where there was none', () => {
    expect(renderTime(1_794_886_821)).toBe('2026-11-17 03:40:21')
    expect(renderTime(1)).toBe('1970-01-01 00:00:01')
    expect(renderTime(0)).toBe('')
    expect(renderTime(-1)).toBe('')
  })

  it('is JSON of two spaces for programs', () => {
    expect(renderJson({ id: 1 })).toBe('{\n  "id": 1\n}')
    expect(renderJson(undefined)).toBe('null')
  })
})

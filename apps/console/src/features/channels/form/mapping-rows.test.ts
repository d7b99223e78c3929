import { describe, expect, it } from 'bun:test'
import { repeatedIn, rowsOf, textOf } from './mapping-rows.ts'

describe('the rows of a model mapping', () => {
  it('are the entries of its JSON, in their order', () => {
    expect(rowsOf('{"gpt-4":"gpt-4o","a":"b"}')).toEqual([
      { from: 'gpt-4', to: 'gpt-4o' },
      { from: 'a', to: 'b' },
    ])
    expect(rowsOf(' ')).toEqual([])
  })

  it('cannot be shown where the text is no mapping', () => {
    expect([rowsOf('{bad'), rowsOf('[]'), rowsOf('{"a":1}')]).toEqual([undefined, undefined, undefined])
  })

  it('become JSON again, without those that are half filled in', () => {
    const rows = [
      { from: ' gpt-4 ', to: 'gpt-4o' },
      { from: 'a', to: '' },
      { from: '', to: 'b' },
    ]
    expect(textOf(rows)).toBe('{\n  "gpt-4": "gpt-4o"\n}')
    expect(textOf([{ from: '', to: '' }])).toBe('')
  })

  it('are told apart where one model stands twice', () => {
    const rows = ['a', 'b', ' a', ''].map((from) => ({ from, to: 'x' }))
    expect([...repeatedIn(rows)]).toEqual(['a'])
  })
})

import { Refusal } from '@weir/contract/errors'
import { describe, expect, it } from 'bun:test'
import { CommandError } from '../../commands.ts'
import { about, canonical, memberChanges, renderPlan } from './plan.ts'

describe('a plan', () => {
  it('names every step with its fields, and counts them', () => {
    const plan = renderPlan([
      { kind: 'create', object: 'channel main', fields: [{ field: 'priority', before: undefined, after: '5' }] },
      {
        kind: 'change',
        object: 'channel spare',
        fields: [
          { field: 'tag', before: '', after: 'a\nb' },
          { field: 'cost', before: '1', after: undefined },
        ],
      },
      { kind: 'change', object: 'option Notice', fields: [] },
      { kind: 'delete', object: 'budget 1', fields: [] },
    ])
    expect(plan).toBe(
      [
        '+ channel main',
        '    priority: 5',
        '~ channel spare',
        '    tag: "" → a b',
        '    cost: 1 → (none)',
        '~ option Notice',
        '- budget 1',
        '1 to make, 2 to change, 1 to delete',
      ].join('\n'),
    )
  })

  it('shows a value of up to 120 characters', () => {
    const shown = (after: string) => renderPlan([{ kind: 'create', object: 'x', fields: [{ field: 'f', before: undefined, after }] }])
    expect(shown('x'.repeat(120))).toContain(`f: ${'x'.repeat(120)}\n`)
    expect(shown('x'.repeat(121))).toContain(`f: ${'x'.repeat(119)}…\n`)
  })
})

describe('members that differ', () => {
  it('are named in their order, whatever the order of the members of a value', () => {
    expect(
      memberChanges({ b: 'x', c: { y: 1, z: [2, null] }, d: 1, same: null }, { a: true, b: 'y', c: { z: [2, null], y: 1 }, same: null }),
    ).toEqual([
      { field: 'a', before: undefined, after: 'true' },
      { field: 'b', before: 'x', after: 'y' },
      { field: 'd', before: '1', after: undefined },
    ])
  })

  it('are compared and shown in one form', () => {
    expect(canonical({ b: { d: 1, c: [{ f: 1, e: 2 }] }, a: null })).toBe('{"a":null,"b":{"c":[{"e":2,"f":1}],"d":1}}')
    expect(canonical(undefined)).toBe('')
    expect(memberChanges({ list: ['b', 'a'] }, { list: ['a', 'b'] })).toEqual([{ field: 'list', before: '["b","a"]', after: '["a","b"]' }])
  })
})

describe('a refusal of one entry', () => {
  const told = async (error: Error): Promise<unknown> => await about('channel x', () => Promise.reject(error)).catch((met: unknown) => met)

  it('names it, in English and once', async () => {
    expect(await told(new Refusal('not-found', { kind: 'channel', name: '7' }))).toBeInstanceOf(CommandError)
    expect(String(await told(new CommandError('a key is missing')))).toBe('CommandError: channel x: a key is missing')
    expect(String(await told(new CommandError('channel x is not there')))).toBe('CommandError: channel x is not there')
  })

  it('is no cover for a bug', async () => {
    const bug = new TypeError('x is undefined')
    expect(await told(bug)).toBe(bug)
    expect(await about('channel x', () => 7)).toBe(7)
  })
})

import { describe, expect, it } from 'bun:test'
import { withFetched } from './fetched-models.ts'

describe('choosing among the models that upstream lists', () => {
  it('adds what is marked, drops what is not, and keeps what upstream does not list', () => {
    expect(withFetched(['own', 'a', 'b'], ['a', 'b', 'c', 'd'], new Set(['b', 'c']))).toEqual(['own', 'b', 'c'])
  })
})

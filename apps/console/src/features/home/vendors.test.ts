import { expect, test } from 'bun:test'
import { vendorsOf } from './vendors.ts'

const of = (vendor: string, ...models: readonly string[]) => models.map((model) => ({ model, vendor }))

test('the vendor with the most models comes first, and the unknown one last', () => {
  const found = vendorsOf([...of('', 'x', 'y', 'z'), ...of('B', 'b1'), ...of('A', 'a1'), ...of('C', 'c1', 'c2')])
  expect(found.map(({ vendor }) => vendor)).toEqual(['C', 'A', 'B', ''])
})

test('names four models of a vendor and counts the rest', () => {
  expect(vendorsOf(of('A', '1', '2', '3', '4', '5', '6'))).toEqual([{ vendor: 'A', models: ['1', '2', '3', '4'], more: 2 }])
})

test('shows six vendors, and nothing where nothing is offered', () => {
  expect(vendorsOf(['A', 'B', 'C', 'D', 'E', 'F', 'G'].flatMap((vendor) => of(vendor, 'm')))).toHaveLength(6)
  expect(vendorsOf([])).toEqual([])
})

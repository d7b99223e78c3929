import { expect, it } from 'bun:test'
import { changeOf } from './own-prices.ts'

it('prices are kept as options that everybody may read', () => {
  expect(changeOf('ModelSheets', '{"m":{}}')).toMatchObject({ name: 'ModelSheets', value: '{"m":{}}', isSecret: false })
})

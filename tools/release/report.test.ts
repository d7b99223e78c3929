import { afterEach, expect, it } from 'bun:test'
import { join } from 'node:path'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { renderReport, renderSums } from './report.ts'

afterEach(removePlanted)

it('gives the sums as sha256sum reads them', async () => {
  const folder = plantTree({ 'weir-linux-x64': 'abc' })
  // The sum of these three letters stands in FIPS 180-2.
  expect(await renderSums([{ file: join(folder, 'weir-linux-x64') }])).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  weir-linux-x64\n',
  )
})

it('tells the size of everything and the start of what ran', () => {
  const folder = plantTree({ 'weir-linux-x64': 'x'.repeat(1_250_000), 'weir-darwin-arm64': 'x'.repeat(40_000) })
  const products = [{ file: join(folder, 'weir-linux-x64'), startMs: 431.6 }, { file: join(folder, 'weir-darwin-arm64') }]
  expect(renderReport(products)).toBe('weir-linux-x64                1.3 MB  ready in 432 ms\nweir-darwin-arm64             0.0 MB')
})

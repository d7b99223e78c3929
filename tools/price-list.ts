import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPublicList } from '@weir/contract/catalog/public-list'

/** Writes the catalogue's public part from a list in LiteLLM's format: `bun tools/price-list.ts <file> <date of the list>`. */
const [file, date] = process.argv.slice(2)
if (file === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date ?? '')) {
  console.error('Usage: bun tools/price-list.ts <model_prices_and_context_window.json> <YYYY-MM-DD>')
  process.exit(2)
}

const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
const { sheets, problems } = readPublicList(list as Record<string, unknown>)
const sorted = sheets.toSorted((a, b) => (a.model < b.model ? -1 : 1))
const lines = sorted.map((sheet) => JSON.stringify(sheet)).join(',\n')
writeFileSync(
  join(import.meta.dirname, '../packages/contract/src/catalog/public-list.json'),
  `{"date":"${date}","models":[\n${lines}\n]}\n`,
)

const byVendor = Map.groupBy(sorted, ({ vendor }) => vendor)
for (const [vendor, models] of [...byVendor].toSorted(([a], [b]) => (a < b ? -1 : 1))) console.log(`${vendor}: ${models.length}`)
console.log(`${sorted.length} of ${Object.keys(list as object).length} rows taken`)
for (const { name, reason } of problems) console.log(`left out ${name}: ${reason}`)

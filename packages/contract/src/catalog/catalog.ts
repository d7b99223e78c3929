import { models as ali } from './ali.ts'
import { models as anthropic } from './anthropic.ts'
import { models as cloudflare } from './cloudflare.ts'
import { models as cohere } from './cohere.ts'
import { models as deepseek } from './deepseek.ts'
import { models as doubao } from './doubao.ts'
import type { CatalogEntry, ListPrice } from './entry.ts'
import { models as gemini } from './gemini.ts'
import { models as groq } from './groq.ts'
import { knownAliases } from './known-aliases.ts'
import { models as minimax } from './minimax.ts'
import { models as mistral } from './mistral.ts'
import { models as moonshot } from './moonshot.ts'
import { olderModels } from './older.ts'
import { models as openai } from './openai.ts'
import publicList from './public-list.json'
import { models as together } from './together.ts'
import { withToolFees } from './tool-fees.ts'
import { models as xai } from './xai.ts'
import { models as zhipu } from './zhipu.ts'

const byVendor: Readonly<Record<string, readonly CatalogEntry[]>> = {
  ali,
  anthropic,
  cloudflare,
  cohere,
  deepseek,
  doubao,
  gemini,
  groq,
  minimax,
  mistral,
  moonshot,
  openai,
  together,
  xai,
  zhipu,
}

type Entry = CatalogEntry & { readonly vendor: string }

/** The public list, as `tools/price-list.ts` wrote it down. */
const listed: ReadonlyMap<string, Entry> = new Map((publicList.models as readonly Entry[]).map((sheet) => [sheet.model, sheet]))

const isSamePrice = (a: ListPrice, b: ListPrice): boolean => (['input', 'output'] as const).every((rate) => a[rate] === b[rate])

/** What a list adds to a price without changing what it charged before. */
const additionsOf = ({ input: _i, output: _o, cacheRead: _r, cacheWrite: _w, cacheWriteHour: _h, ...additions }: ListPrice): ListPrice =>
  additions

/** Our own figures come first; what they are silent about follows from the list, its price only where both speak of the same one. */
const completed = (own: Entry): Entry => {
  const known = listed.get(own.model)
  if (known === undefined) return own
  const { price, can = known.can, ...rest } = own
  return { ...known, ...rest, can, price: isSamePrice(known.price, price) ? { ...additionsOf(known.price), ...price } : price }
}

const withAliases = (entry: Entry): Entry => {
  const aliases = knownAliases[entry.model]
  return aliases === undefined ? entry : { ...entry, aliases }
}

/** Every model with a price, by name. A name that two vendors sell counts as the first one's in this order, newer lists before older. */
export const catalog: ReadonlyMap<string, Entry> = new Map(
  [
    ...listed.values(),
    ...[...Object.entries(byVendor), ...Object.entries(olderModels)]
      .flatMap(([vendor, models]) => models.map((entry) => completed({ ...entry, vendor })))
      .toReversed(),
  ].map((entry) => [entry.model, withAliases(withToolFees(entry))] as const),
)

/** Raised whenever a price changes, and kept with every charge. */
export const CATALOG_VERSION = '2026-11-17.2'

import { models as ali } from './ali.ts'
import { models as anthropic } from './anthropic.ts'
import { models as cloudflare } from './cloudflare.ts'
import { models as cohere } from './cohere.ts'
import { models as deepseek } from './deepseek.ts'
import { models as doubao } from './doubao.ts'
import type { CatalogEntry } from './entry.ts'
import { models as gemini } from './gemini.ts'
import { models as groq } from './groq.ts'
import { models as minimax } from './minimax.ts'
import { models as mistral } from './mistral.ts'
import { models as moonshot } from './moonshot.ts'
import { olderModels } from './older.ts'
import { models as openai } from './openai.ts'
import { models as together } from './together.ts'
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

/** Every model with a price, by name. A name that two vendors sell counts as the first one's in this order, newer lists before older. */
export const catalog: ReadonlyMap<string, CatalogEntry & { readonly vendor: string }> = new Map(
  [...Object.entries(byVendor), ...Object.entries(olderModels)]
    .flatMap(([vendor, models]) => models.map((entry) => [entry.model, { ...entry, vendor }] as const))
    .toReversed(),
)

/** Raised whenever a price changes, and kept with every charge. */
export const CATALOG_VERSION = '2026-08'

import type { CatalogEntry, ListPrice } from './entry.ts'

type Fees = NonNullable<ListPrice['fees']>

/** Dollars a call on OpenAI's public list, November 2026: a search of the web, a search in files, a container of 1 GB. */
const OPENAI: Fees = { webSearch: 0.01, fileSearch: 0.0025, codeInterpreter: 0.03 }

/** The same of Anthropic's: a search, and the five minutes of a container at 0.05 an hour that are the least it asks for running code. */
const ANTHROPIC: Fees = { webSearch: 0.01, codeInterpreter: 0.0042 }

/** The same of Google's. Up to its second generation an answer is sold, from the third on the queries. */
const GEMINI_BY_ANSWER: Fees = { groundedPrompt: 0.035, mapsGrounding: 0.025 }
const GEMINI_BY_QUERY: Fees = { webSearch: 0.014 }

const MODES: ReadonlySet<string> = new Set(['chat', 'responses'])

const GENERATION = /^gemini-(\d)/

const feesOf = (vendor: string, model: string): Fees => {
  if (vendor === 'openai') return OPENAI
  if (vendor === 'anthropic') return ANTHROPIC
  const generation = vendor === 'gemini' ? GENERATION.exec(model)?.[1] : undefined
  if (generation === undefined) return {}
  return Number(generation) < 3 ? GEMINI_BY_ANSWER : GEMINI_BY_QUERY
}

/** With what its vendor asks for tools that it runs itself, where the model can use tools. */
export const withToolFees = <E extends CatalogEntry & { readonly vendor: string }>(entry: E): E => {
  const { vendor, mode, can, price, model } = entry
  const fees = feesOf(vendor, model)
  if (Object.keys(fees).length === 0 || !MODES.has(mode) || can?.includes('tools') !== true) return entry
  return { ...entry, price: { ...price, fees: { ...price.fees, ...fees } } }
}

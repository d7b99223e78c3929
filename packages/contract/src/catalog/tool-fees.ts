import type { CatalogEntry } from './entry.ts'

/** Dollars a call on OpenAI's public list, November 2026: a search of the web, a search in files, a container of 1 GB. */
const OPENAI = { webSearch: 0.01, fileSearch: 0.0025, codeInterpreter: 0.03 } as const

const MODES: ReadonlySet<string> = new Set(['chat', 'responses'])

/** With what its vendor asks for tools that it runs itself, where the model can use tools. */
export const withToolFees = <E extends CatalogEntry & { readonly vendor: string }>(entry: E): E => {
  const { vendor, mode, can, price } = entry
  if (vendor !== 'openai' || !MODES.has(mode) || can?.includes('tools') !== true) return entry
  return { ...entry, price: { ...price, fees: { ...price.fees, ...OPENAI } } }
}

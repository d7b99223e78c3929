import { catalog } from '@weir/contract/catalog/catalog'
import type { CatalogEntry } from '@weir/contract/catalog/entry'
import type { PriceSettings } from '../settings/price-settings.ts'

type Sheets = ReturnType<PriceSettings['sheets']>

const modelsByAlias = (sheets: Iterable<Pick<CatalogEntry, 'model' | 'aliases'>>): ReadonlyMap<string, string> =>
  new Map([...sheets].flatMap(({ model, aliases = [] }) => aliases.map((alias) => [alias, model] as const)))

const inCatalog = modelsByAlias(catalog.values())
const known = new WeakMap<Sheets, ReadonlyMap<string, string>>()

const inSheets = (sheets: Sheets): ReadonlyMap<string, string> => {
  const found = known.get(sheets) ?? modelsByAlias(sheets.values())
  known.set(sheets, found)
  return found
}

/** The name whose sheet describes a model: its own where that has one, otherwise the one of which it is an alias. */
export const sheetName = (model: string, settings: Pick<PriceSettings, 'sheets'>): string => {
  const own = settings.sheets()
  if (own.has(model) || catalog.has(model)) return model
  const named = inSheets(own).get(model)
  if (named !== undefined) return named
  const listed = inCatalog.get(model)
  // Aliases of an own sheet stand in place of the catalogue's.
  return listed === undefined || own.get(listed)?.aliases !== undefined ? model : listed
}

/** What is known of a model: the operator's own sheet, and from the catalogue what it is silent about. Its price is one of the two, never a mixture. */
export const sheetInForce = (
  model: string,
  settings: Pick<PriceSettings, 'sheets'>,
): (CatalogEntry & { readonly vendor: string }) | undefined => {
  const name = sheetName(model, settings)
  const own = settings.sheets().get(name)
  return own === undefined ? catalog.get(name) : { ...catalog.get(name), ...own }
}

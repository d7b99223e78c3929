import { catalog } from '@weir/contract/catalog/catalog'
import type { CatalogEntry } from '@weir/contract/catalog/entry'
import type { PriceSettings } from '../settings/price-settings.ts'

/** What is known of a model: the operator's own sheet, and from the catalogue what it is silent about. Its price is one of the two, never a mixture. */
export const sheetInForce = (
  model: string,
  settings: Pick<PriceSettings, 'sheets'>,
): (CatalogEntry & { readonly vendor: string }) | undefined => {
  const own = settings.sheets().get(model)
  return own === undefined ? catalog.get(model) : { ...catalog.get(model), ...own }
}

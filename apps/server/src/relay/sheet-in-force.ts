import { catalog } from '@weir/contract/catalog/catalog'
import type { CatalogEntry } from '@weir/contract/catalog/entry'
import type { Settings } from '../settings/settings.ts'

/** What is known of a model: the operator's own sheet before the catalogue's. */
export const sheetInForce = (model: string, settings: Settings): (CatalogEntry & { readonly vendor: string }) | undefined =>
  settings.sheets().get(model) ?? catalog.get(model)

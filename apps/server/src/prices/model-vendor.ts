import { catalog } from '@weir/contract/catalog/catalog'
import { sheetName } from '../relay/sheet-in-force.ts'
import type { PriceSettings } from '../settings/price-settings.ts'

/** Who sells a model by the catalogue, under whatever name; empty where it is not known. */
export const modelVendor = (model: string, settings: Pick<PriceSettings, 'sheets'>): string =>
  catalog.get(sheetName(model, settings))?.vendor ?? ''

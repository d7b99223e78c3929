import { Role } from '@weir/contract/user'
import type { Price } from '@weir/ledger/price'
import type { Store } from '../../open-store.ts'

const OPTION = 'ModelRatio'
const COMPLETION = 2

export const MODEL = 'm'

type Settings = Pick<Store, 'options'>

export const savePrice = ({ options }: Settings, quarters: number): Promise<void> =>
  options.set([{ name: OPTION, value: String(quarters / 4), isSecret: false }], { id: 1, role: Role.root })

export const priceAt = (model: number): Price => ({
  ratios: { model, group: 1, completion: COMPLETION, cacheRead: 1, cacheWrite: 1 },
  version: 'model',
  isListed: true,
})

/** The price in force, as any node reads it. */
export const readPrice = async ({ options }: Settings): Promise<Price> => {
  return priceAt(Number((await options.all()).find(({ name }) => name === OPTION)?.value))
}

/** Shares no line with the product: whole quarters, rounded up once. */
export const expectedCost = ({ input, output }: { readonly input: number; readonly output: number }, quarters: number): number =>
  Math.ceil(((input + COMPLETION * output) * quarters) / 4)

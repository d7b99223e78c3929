import { TOKEN_RATES, type ListPrice, type TokenRates } from '../catalog/entry.ts'

const PIECES = ['perSecond', 'perMillionCharacters', 'perQuery', 'perImage', 'perPage', 'perRequest'] as const

/** Products of ratios carry the dust of binary fractions; no list has more digits than this. */
const DIGITS = 6

/** As people would write the figure. */
export const roundedDollars = (dollars: number): number => Number(dollars.toPrecision(DIGITS))

const scaledFigures = <T extends object>(figures: T, names: readonly (keyof T)[], ratio: number): Partial<T> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const figure = figures[name]
      return typeof figure === 'number' ? [[name, roundedDollars(figure * ratio)]] : []
    }),
  ) as Partial<T>

const scaledRates = (rates: TokenRates, ratio: number): TokenRates => scaledFigures(rates, TOKEN_RATES, ratio)

/** What is asked of a group: its ratio multiplies every figure but the lengths at which tiers begin. */
export const scaledPrice = ({ tiers, fees, ...price }: ListPrice, ratio: number): ListPrice => ({
  ...scaledRates(price, ratio),
  ...scaledFigures(price, PIECES, ratio),
  ...(tiers && { tiers: tiers.map(({ above, ...rates }) => ({ above, ...scaledRates(rates, ratio) })) }),
  ...(fees && { fees: scaledFigures(fees, Object.keys(fees) as (keyof typeof fees)[], ratio) }),
})

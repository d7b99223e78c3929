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

const scaledLengths = ({ tiers, ...rates }: TokenRates & Pick<ListPrice, 'tiers'>, ratio: number) => ({
  ...scaledRates(rates, ratio),
  ...(tiers && { tiers: tiers.map(({ above, ...longer }) => ({ above, ...scaledRates(longer, ratio) })) }),
})

/** A multiplier is of the usual rates, which are scaled themselves. */
const scaledServices = (service: NonNullable<ListPrice['service']>, ratio: number): NonNullable<ListPrice['service']> =>
  Object.fromEntries(
    Object.entries(service).flatMap(([tier, served]) => {
      if (served === undefined) return []
      const { multiplier, ...rates } = served
      return [[tier, { ...(multiplier !== undefined && { multiplier }), ...scaledLengths(rates, ratio) }]]
    }),
  )

/** What is asked of a group: its ratio multiplies every figure but the lengths at which tiers begin. */
export const scaledPrice = ({ fees, service, images, ...price }: ListPrice, ratio: number): ListPrice => ({
  ...scaledLengths(price, ratio),
  ...scaledFigures(price, PIECES, ratio),
  ...(images && { images: images.map((row) => ({ ...row, price: roundedDollars(row.price * ratio) })) }),
  ...(service && { service: scaledServices(service, ratio) }),
  ...(fees && { fees: scaledFigures(fees, Object.keys(fees) as (keyof typeof fees)[], ratio) }),
})

import type { LengthPrice, Price, PriceRatios } from './price.ts'

/** The same price at another ratio of the group. */
export const atGroup = (price: Price, group: number): Price => {
  const at = (ratios: PriceRatios): PriceRatios => Object.freeze({ ...ratios, group })
  const each = <T extends { readonly ratios: PriceRatios }>(rows: readonly T[]): readonly T[] =>
    rows.map((row) => ({ ...row, ratios: at(row.ratios) }))
  const lengths = ({ ratios, tiers }: LengthPrice): LengthPrice => ({ ratios: at(ratios), ...(tiers && { tiers: each(tiers) }) })
  return {
    ...price,
    ...lengths(price),
    ...(price.pictures && { pictures: each(price.pictures) }),
    ...(price.service && {
      service: Object.fromEntries(Object.entries(price.service).map(([tier, served]) => [tier, lengths(served)])),
    }),
  }
}

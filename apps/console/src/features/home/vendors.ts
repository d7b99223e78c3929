interface Offered {
  readonly model: string
  readonly vendor: string
}

export interface Vendor {
  readonly vendor: string
  readonly models: readonly string[]
  /** How many are not named. */
  readonly more: number
}

const MOST_VENDORS = 6
const MOST_MODELS = 4

/** The vendors with the most models, each with its first few; those of no known vendor last. */
export const vendorsOf = (offered: readonly Offered[]): readonly Vendor[] => {
  const byVendor = Map.groupBy(offered, ({ vendor }) => vendor)
  return [...byVendor]
    .toSorted(([a, ofA], [b, ofB]) => Number(a === '') - Number(b === '') || ofB.length - ofA.length || a.localeCompare(b))
    .slice(0, MOST_VENDORS)
    .map(([vendor, of]) => ({
      vendor,
      models: of.slice(0, MOST_MODELS).map(({ model }) => model),
      more: Math.max(0, of.length - MOST_MODELS),
    }))
}

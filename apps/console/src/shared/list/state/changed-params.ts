export type Change = Readonly<Record<string, string>>

/** Defaults leave no trace in the address. */
export const changedParams = (params: URLSearchParams, change: Change): URLSearchParams => {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

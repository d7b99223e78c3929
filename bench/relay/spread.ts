export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median, and in brackets the middle half. */
export const spread = (values: readonly number[], digits: number): string =>
  `${quantile(values, 0.5).toFixed(digits)} (${quantile(values, 0.25).toFixed(digits)} to ${quantile(values, 0.75).toFixed(digits)})`

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

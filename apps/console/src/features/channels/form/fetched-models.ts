/** The models after a choice among those that upstream lists: what it does not list was nobody's choice here and stays. */
export const withFetched = (chosen: readonly string[], listed: readonly string[], marked: ReadonlySet<string>): readonly string[] => [
  ...chosen.filter((name) => marked.has(name) || !listed.includes(name)),
  ...listed.filter((name) => marked.has(name) && !chosen.includes(name)),
]

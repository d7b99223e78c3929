type Graph = ReadonlyMap<string, ReadonlySet<string>>

const reachableFrom = (graph: Graph, start: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const waiting = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      waiting.push(next)
    }
  }
  return reached
}

/** The strongly connected components: groups of nodes each of which leads to every other. */
export const components = (graph: Graph): readonly (readonly string[])[] => {
  const reached = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]))
  const grouped = new Set<string>()
  return [...reached].flatMap(([node, targets]) => {
    if (grouped.has(node) || !targets.has(node)) return []
    const group = [...targets].filter((other) => reached.get(other)?.has(node) === true)
    for (const other of group) grouped.add(other)
    return [group]
  })
}

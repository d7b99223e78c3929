/** Runs of turns that have the same role, in their order. Joined one by one, a turn of many messages would be copied once for each. */
export const neighboursByRole = <Turn extends { readonly role: string }>(turns: readonly Turn[]): readonly [Turn, ...Turn[]][] => {
  const runs: [Turn, ...Turn[]][] = []
  for (const turn of turns) {
    const last = runs.at(-1)
    if (last?.[0].role === turn.role) last.push(turn)
    else runs.push([turn])
  }
  return runs
}

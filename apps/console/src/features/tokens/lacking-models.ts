/** What was chosen although the group does not serve it; nothing while the group's models are not known. */
export const lackingModels = (chosen: readonly string[], served: readonly string[] | null | undefined): readonly string[] => {
  if (!served) return []
  const known = new Set(served)
  return chosen.filter((model) => !known.has(model))
}

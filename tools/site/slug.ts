/** Anchors as GitHub makes them, so that a link works in both places. `taken` holds those of the page so far. */
export const slugOf = (heading: string, taken: Set<string>): string => {
  const plain = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
  for (let number = 0; ; number += 1) {
    const slug = number === 0 ? plain : `${plain}-${number}`
    if (taken.has(slug)) continue
    taken.add(slug)
    return slug
  }
}

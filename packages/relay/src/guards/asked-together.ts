import type { Identities } from '../identity.ts'

interface Picture {
  snapshot(): unknown
}

/** Whoever asks for it later waits for the same answer, and hears of a failure then. */
const askAhead = (picture: Picture): void => {
  const asked = picture.snapshot()
  if (asked instanceof Promise) asked.catch(() => undefined)
}

/**
 * A request that has to ask the database who its caller is would ask for channels and budgets next, one after the other. With a database that
 * is far away each question is felt: they are asked at once.
 */
export const askedTogether = (identities: Identities, pictures: readonly Picture[]): Identities => ({
  ...identities,
  find(key) {
    const found = identities.find(key)
    if (found instanceof Promise) for (const picture of pictures) askAhead(picture)
    return found
  },
})

/** What went wrong, for whoever asks first: a filter like any other, that nobody has to save. */
export const ERRORS = 'outcome=failed'

/** In one order, whatever the order in the address. */
const inOrder = (query: string): string => {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}

export const isSameQuery = (one: string, other: string): boolean => inOrder(one) === inOrder(other)

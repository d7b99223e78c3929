import { splitList } from '@weir/contract/values/quantity'

/** Of two comma-joined lists, what only one of them has. */
export const listDifference = (before: string, after: string) => {
  const [old, fresh] = [splitList(before), splitList(after)]
  return { removed: old.filter((name) => !fresh.includes(name)), added: fresh.filter((name) => !old.includes(name)) }
}

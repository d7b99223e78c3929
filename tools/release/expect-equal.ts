export const expectEqual = (what: string, seen: unknown, wanted: unknown): void => {
  if (!Bun.deepEquals(seen, wanted)) throw new Error(`${what} is ${JSON.stringify(seen)} and should be ${JSON.stringify(wanted)}`)
}

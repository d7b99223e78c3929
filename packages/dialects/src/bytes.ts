export const NO_BYTES = new Uint8Array(0)

export const joinBytes = (parts: readonly Uint8Array[]): Uint8Array => {
  const [first = NO_BYTES] = parts
  if (parts.length <= 1) return first
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

import { UnusableKey } from '@weir/dialects/model/unusable-key'

/** The parts of a key that is several secrets in one, without blanks around them. None may be missing: upstream could only refuse it. */
export const keyParts = (key: string, count: number, separator = '|'): readonly string[] => {
  const parts = key.split(separator).map((part) => part.trim())
  if (parts.length !== count || parts.includes('')) throw new UnusableKey(`The key must have ${count} parts, divided by ${separator}`)
  return parts
}

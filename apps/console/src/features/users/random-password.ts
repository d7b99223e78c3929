/** Without characters that are easily taken for one another. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** Draws evenly: bytes beyond the last whole run of the alphabet are thrown away. */
export const randomPassword = (randomBytes: (count: number) => Uint8Array): string => {
  const limit = 256 - (256 % ALPHABET.length)
  let password = ''
  while (password.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < limit && password.length < LENGTH) password += ALPHABET[byte % ALPHABET.length]
    }
  }
  return password
}

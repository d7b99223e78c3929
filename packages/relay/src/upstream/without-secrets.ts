/** Shorter pieces of a key are words such as a region, and would make holes in ordinary text. */
const SECRET_LENGTH = 8

/** Takes secrets out of what an upstream wrote, whole or in the parts that some keys are made of. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const pieces = secrets.flatMap((secret) => [secret, ...secret.split(/[|:\s]/)]).filter((piece) => piece.length >= SECRET_LENGTH)
  return pieces.toSorted((a, b) => b.length - a.length).reduce((rest, piece) => rest.replaceAll(piece, '***'), text)
}

/** A path part that is not valid percent-encoding is taken as it stands; it will simply name nothing. */
export const unescapePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

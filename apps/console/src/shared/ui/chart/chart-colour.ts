/** Hues of the palette, each in two shades. */
const HUES = 8
const SHADES = 2

const hashOf = (text: string) => Array.from(text).reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)

/** By the name alone, so that whatever has it looks the same for every reader, in every period and on every page. */
export const chartColour = (name: string): string => {
  const at = hashOf(name) % (HUES * SHADES)
  const hue = `var(--chart-${at % HUES})`
  return at < HUES ? hue : `color-mix(in oklab, ${hue} 62%, var(--surface))`
}

/** What has no colour of its own. */
export const REST_COLOUR = 'var(--chart-rest)'

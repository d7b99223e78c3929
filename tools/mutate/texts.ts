import type { Kind } from './mutant.ts'

const colours =
  /^(?:red|orange|gold|yellow|lime|green|cyan|blue|geekblue|purple|magenta|pink|grey|gray|black|white|teal|violet|#[0-9a-f]{3,8})$/i

export const textKind = (text: string): Kind => {
  if (/^(?:https?:\/\/|\/)\S*$/.test(text)) return 'path'
  if (colours.test(text)) return 'colour'
  return /\s|\p{Script=Han}/u.test(text) ? 'message' : 'text'
}

/** Another text of the same kind that stays valid inside its quotes. */
export const changedText = (raw: string, quote: string): string => {
  const colour = raw === 'red' ? 'green' : 'red'
  if (colours.test(raw)) return colour
  // A last backslash would escape what is added.
  if (raw.endsWith('\\')) return `x${raw}`
  return quote === '`' ? `x${raw}` : `${raw}x`
}

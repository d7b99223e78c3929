// What of an operator's markup may name and paint itself. The server asks when a text is stored and read, the console when it is shown.

const NUMBER = String.raw`\d*\.?\d+(?:[a-z]{1,4}|%)?`
const COLOR = String.raw`#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d.,%\s/]*\)`
const WORD = '[a-z][a-z-]*'
const QUOTED = String.raw`"[\w\s-]*"|'[\w\s-]*'`
const PART = `(?:${NUMBER}|${COLOR}|${QUOTED}|${WORD})`

/** Numbers without a sign, colours, words and quoted names: nothing that loads an address, calls a function or moves over something else. */
const VALUE = new RegExp(String.raw`^${PART}(?:\s*[\s,]\s*${PART})*$`, 'i')

/** Text, boxes and borders. No position, no layer, no transform: markup must not cover what the console shows. */
const PROPERTIES: ReadonlySet<string> = new Set(
  `
  color background-color opacity text-align text-decoration text-transform vertical-align white-space
  font font-family font-size font-style font-weight line-height letter-spacing list-style-type
  display gap flex-wrap justify-content align-items width max-width height max-height
  margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left
  border border-top border-right border-bottom border-left border-color border-style border-width border-radius`
    .trim()
    .split(/\s+/),
)

const isSafeDeclaration = (name: string, value: string): boolean => PROPERTIES.has(name) && VALUE.test(value)

/** The declarations that may stay, in their order. */
export const safeStyle = (style: string): string =>
  style
    .split(';')
    .map((declaration) => {
      const [name = '', ...value] = declaration.split(':')
      return { name: name.trim().toLowerCase(), value: value.join(':').trim() }
    })
    .filter(({ name, value }) => isSafeDeclaration(name, value))
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ')

/** The console's own classes lay windows and masks over the page; a text must not dress up as one of them. */
const OWN_CLASS = /^(?:_|ant|css-|rc-)/i

export const safeClass = (names: string): string =>
  names
    .split(/\s+/)
    .filter((name) => name !== '' && !OWN_CLASS.test(name))
    .join(' ')

/** Where the console starts, and where its skip link leads. */
const OWN_IDS: readonly string[] = ['root', 'content']

export const safeId = (id: string): string => (/^[a-z][\w-]{0,63}$/i.test(id) && !OWN_IDS.includes(id.toLowerCase()) ? id : '')

/** How each attribute is cleaned; one that comes out empty goes. */
export const safeAttributes = { id: safeId, class: safeClass, style: safeStyle } as const

import { safeAttributes } from '@weir/contract/values/safe-markup'
import sanitize from 'sanitize-html'

const TAGS = `
  h1 h2 h3 h4 h5 h6 p br hr div span section article header footer main details summary
  b strong i em u s del ins mark small sub sup code pre kbd samp blockquote q abbr
  ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption a img center`
  .trim()
  .split(/\s+/)

/** An attribute that comes out empty goes. */
const cleanAttributes = (attributes: sanitize.Attributes): sanitize.Attributes => {
  const cleaned = Object.entries(safeAttributes).map(([name, clean]) => [name, clean(attributes[name] ?? '')] as const)
  const others = Object.entries(attributes).filter(([name]) => !(name in safeAttributes))
  return Object.fromEntries([...others, ...cleaned.filter(([, value]) => value !== '')])
}

/** Structure, text, links and pictures, with names and styles of their own. No scripts, forms, frames, drawings or handlers. */
const RULES: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': ['title', 'lang', 'dir', 'align', 'id', 'class', 'style'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
    details: ['open'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Cleaned below by rules that the console shares.
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: cleanAttributes(attribs) }),
    a: (tagName, attribs) => ({ tagName, attribs: { ...cleanAttributes(attribs), rel: 'noopener noreferrer', target: '_blank' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && /^data:(?!image\/(png|jpeg|gif|webp|avif);)/i.test((attribs['src'] ?? '').trim()),
  parser: { lowerCaseTags: true },
}

const MAX_REMEMBERED = 16
const remembered = new Map<string, string>()

/** A page given as one address is shown in a frame by the console, and is no markup. */
const isAddress = (text: string): boolean => /^https:\/\/[^\s<>"']+$/.test(text) && URL.canParse(text)

/** Runs when a text is stored and again when it is read: what an older version or another hand stored is no safer for lying there. */
export const cleanHtml = (text: string): string => {
  const known = remembered.get(text)
  if (known !== undefined) return known
  const trimmed = text.trim()
  const clean = isAddress(trimmed) ? trimmed : sanitize(text, RULES)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(text, clean)
  return clean
}

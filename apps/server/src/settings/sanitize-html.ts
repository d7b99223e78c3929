import sanitize from 'sanitize-html'

const TAGS = `
  h1 h2 h3 h4 h5 h6 p br hr div span section article header footer main details summary
  b strong i em u s del ins mark small sub sup code pre kbd samp blockquote q abbr
  ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption a img center`
  .trim()
  .split(/\s+/)

/** Structure, text, links and pictures. No styles, scripts, forms, frames, drawings or handlers; no names that could shadow the page's own. */
const RULES: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': ['title', 'lang', 'dir', 'align'],
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
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
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

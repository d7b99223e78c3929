import { join } from 'node:path'
import type { Look, Reader } from './screens.ts'
import type { State } from './states.ts'

export interface Shot {
  readonly reader: Reader
  readonly path: string
  readonly state: State['name']
  readonly look: Look
}

/** The same address is two screens, with and without an account. */
const titleOf = ({ reader, path }: Shot): string => `${reader} ${path}`

const nameOf = (title: string): string => title.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/-$/g, '')

export const fileOf = (shot: Shot): string =>
  `${nameOf(titleOf(shot))}-${shot.state}-${shot.look.width}-${shot.look.theme}-${shot.look.lang}.png`

const STYLE = `body{font:13px sans-serif}section{display:grid;grid-template-columns:repeat(auto-fill,minmax(340px,1fr));gap:12px;align-items:start}
figure{margin:0}img{width:100%;border:1px solid #ccc}`

const document = (title: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${body}\n`

const figure = (shot: Shot): string => {
  const { width, theme, lang } = shot.look
  const file = fileOf(shot)
  return `<figure><a href="${file}"><img loading="lazy" src="${file}"></a><figcaption>${width} · ${theme} · ${lang}</figcaption></figure>`
}

const sheetOf = (title: string, shots: readonly Shot[]): string => {
  const states = Object.entries(Object.groupBy(shots, ({ state }) => state))
  const sections = states.map(([state, taken]) => `<h2>${state}</h2><section>${taken.map(figure).join('\n')}</section>`)
  return document(title, sections.join('\n'))
}

/** One page for each screen with all of its pictures, and one that leads to them. */
export const writeSheets = async (folder: string, shots: readonly Shot[]): Promise<void> => {
  const screens = Object.entries(Object.groupBy(shots, titleOf))
  for (const [title, taken = []] of screens) await Bun.write(join(folder, `${nameOf(title)}.html`), sheetOf(title, taken))
  const links = screens.map(([title, taken = []]) => `<li><a href="${nameOf(title)}.html">${title}</a> (${taken.length})</li>`)
  await Bun.write(join(folder, 'index.html'), document('Weir', `<ul>${links.join('\n')}</ul>`))
}

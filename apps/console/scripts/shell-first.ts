import type { Plugin, Rolldown } from 'vite'

const FETCHED = /^\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>\n?/gm

/** The head waits for nothing large: what stands in the page is painted while styles and scripts are on their way. */
export const withShellFirst = (html: string): string => {
  const links = html.match(FETCHED) ?? []
  return html.replaceAll(FETCHED, '').replace(/\s*<\/body>/, `\n${links.map((link) => `    ${link.trim()}\n`).join('')}  </body>`)
}

const ONLY_IMPORT = /^import"\.\/([^"]+)";?\s*$/

type Files = Readonly<Record<string, Pick<Rolldown.OutputChunk, 'type' | 'code'> | { readonly type: 'asset' }>>

/** A first script that does nothing but fetch another one costs a journey; the page begins with the other one. */
export const withoutDetour = (html: string, files: Files): string =>
  html.replace(/(?<=<script type="module"[^>]* src="\/)assets\/[^"]+(?=">)/, (name) => {
    const file = files[name]
    const target = file?.type === 'chunk' ? ONLY_IMPORT.exec(file.code)?.[1] : undefined
    return target === undefined ? name : `assets/${target}`
  })

export const shellFirst: Plugin = {
  name: 'shell-first',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: (html, { bundle = {} }) => withShellFirst(withoutDetour(html, bundle)) },
}

import type { Plugin } from 'vite'

const FETCHED = /^\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>\n?/gm

/** The head waits for nothing large: what stands in the page is painted while styles and scripts are on their way. */
export const withShellFirst = (html: string): string => {
  const links = html.match(FETCHED) ?? []
  return html.replaceAll(FETCHED, '').replace(/\s*<\/body>/, `\n${links.map((link) => `    ${link.trim()}\n`).join('')}  </body>`)
}

export const shellFirst: Plugin = {
  name: 'shell-first',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: withShellFirst },
}

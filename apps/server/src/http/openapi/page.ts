import type { OpenapiDocument, JsonSchema, Operation } from './openapi.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 15px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; }
nav a { margin-right: .9rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
summary { display: flex; flex-wrap: wrap; gap: .2rem .8rem; padding: .5rem .8rem; cursor: pointer; align-items: baseline; }
details[open] > summary { border-bottom: 1px solid var(--line); }
.body { padding: .5rem .8rem 1rem; overflow-x: auto; }
.method { font: 600 .8rem/1.6 ui-monospace, monospace; min-width: 3.8rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
pre { background: var(--soft); padding: .8rem; border-radius: 6px; overflow-x: auto; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem 1.2rem .2rem 0; vertical-align: top; }
h3 { font-size: .9rem; margin: 1rem 0 .3rem; }`

const jsonBlock = (title: string, schema: JsonSchema): string =>
  `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`

const parameterTable = ({ parameters }: Operation): string => {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<h3>Parameters</h3><table><tr><th>Name</th><th>Place</th><th>Schema</th></tr>${rows.join('')}</table>`
}

const replySchema = (operation: Operation): JsonSchema => {
  const reply = operation.responses['200'] as { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
  return reply.content['application/json'].schema
}

const operationBlock = (path: string, method: string, operation: Operation): string => {
  const access = (operation.responses['200'] as { readonly description: string }).description
  const body = operation.requestBody?.content['application/json'].schema
  return `<details id="${operation.operationId}"><summary><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<div class="body"><p>${escapeHtml(access)}</p>${parameterTable(operation)}${body ? jsonBlock('Body', body) : ''}${jsonBlock('Answer', replySchema(operation))}</div></details>`
}

/** One page without scripts: it works under the strictest content policy and with any browser. */
export const renderApiPage = ({ info, paths }: OpenapiDocument): string => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  const names = [...groups.keys()].toSorted()
  const sections = names.map((name) => {
    const blocks = (groups.get(name) ?? []).map(({ path, method, operation }) => operationBlock(path, method, operation))
    return `<section><h2 id="${name}">${name}</h2>${blocks.join('\n')}</section>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></h1><p>${escapeHtml(info.description)}</p>
<p>The same as data: <a href="/api/openapi.json">/api/openapi.json</a></p>
<nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${sections.join('\n')}</body></html>`
}

import type { Operation } from '../../../apps/server/src/http/openapi/openapi.ts'
import { givenBodies, givenQueries } from './given.ts'
import { sampleOf } from './sample.ts'

export interface Example {
  readonly sh: string
  readonly python: string
  readonly ts: string
}

export const ADDRESS = 'http://localhost:3000'

const targetOf = (verb: string, path: string, { parameters }: Operation): string => {
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const required = Object.fromEntries(query.map(({ name, schema }) => [name, String(sampleOf(schema, name))]))
  const search = new URLSearchParams({ ...required, ...givenQueries[`${verb} ${path}`] }).toString()
  return `${ADDRESS}${path.replaceAll(/\{\w+\}/g, '1')}${search === '' ? '' : `?${search}`}`
}

/** As Python writes it. */
const pythonOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${pythonOf(member)}`)
      .join(', ')}}`
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

/** The body of an example; undefined where the call takes none. */
export const bodyOf = (verb: string, path: string, { requestBody }: Operation): unknown => {
  if (requestBody === undefined) return undefined
  const sample = sampleOf(requestBody.content['application/json'].schema)
  const given = givenBodies[`${verb} ${path}`]
  return given === undefined ? sample : Object.assign({}, sample, given)
}

const spaced = (value: unknown): string => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ')

const shellOf = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

interface Sent {
  readonly verb: string
  readonly target: string
  readonly body: unknown
  readonly isPublic: boolean
}

const inShell = ({ verb, target, body, isPublic }: Sent): string =>
  [
    `curl ${verb === 'GET' ? '' : `-X ${verb} `}${shellOf(target)}`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $WEIR_TOKEN"']),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellOf(spaced(body))}`]),
  ].join(' \\\n  ')

const inPython = ({ verb, target, body, isPublic }: Sent): string => {
  const headers = [
    ...(isPublic ? [] : ['"Authorization": "Bearer " + os.environ["WEIR_TOKEN"]']),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  return [
    `import json, ${isPublic ? '' : 'os, '}urllib.request`,
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(target)},`,
    ...(verb === 'GET' ? [] : [`    method="${verb}",`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonOf(body)}).encode(),`]),
    ')',
    'print(json.load(urllib.request.urlopen(request)))',
  ].join('\n')
}

const inTypescript = ({ verb, target, body, isPublic }: Sent): string => {
  const headers = [
    ...(isPublic ? [] : ['authorization: `Bearer ${process.env.WEIR_TOKEN}`']),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  const options = [
    ...(verb === 'GET' ? [] : [`  method: '${verb}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${spaced(body)}),`]),
  ]
  const call = options.length === 0 ? [`fetch('${target}')`] : [`fetch('${target}', {`, ...options, '})']
  return [`const answer = await ${call.join('\n')}`, 'console.log(await answer.json())'].join('\n')
}

/** The same call three times; each runs as it stands once WEIR_TOKEN holds an access token. */
export const exampleOf = (method: string, path: string, operation: Operation): Example => {
  const verb = method.toUpperCase()
  const sent: Sent = {
    verb,
    target: targetOf(verb, path, operation),
    body: bodyOf(verb, path, operation),
    isPublic: operation.security.length === 0,
  }
  return { sh: inShell(sent), python: inPython(sent), ts: inTypescript(sent) }
}

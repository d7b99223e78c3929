import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { languageOf } from '@weir/contract/errors'
import { RELEASES_URL } from '@weir/contract/values/releases'
import { wordTable } from '@weir/contract/values/word-table'
import { pathOf } from '../request/request-path.ts'
import { contentSecurityPolicy, documentHeaders, scriptHashesIn, type ConsoleSettings } from './security-headers.ts'

const TYPES = wordTable<string>({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
})
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest'])

interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** By the name of the coding, the smallest first. */
  readonly codings: readonly (readonly [coding: string, bytes: () => Uint8Array<ArrayBuffer>])[]
  readonly headers: Readonly<Record<string, string>>
}

/** File names under assets/ carry a hash of their content, so they never change. */
const cacheRule = (path: string): string => (path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Brotli is made by the build, which has the time; a console built without it is sent as gzip. */
const brotliOf = (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  readFile(`${name}.br`).then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  )

/** Made when a browser first asks for it: most take Brotli, and all files together take a start 60 ms. */
const gzipOf = (bytes: Uint8Array<ArrayBuffer>): (() => Uint8Array<ArrayBuffer>) => {
  let kept: Uint8Array<ArrayBuffer> | undefined
  return () => (kept ??= Bun.gzipSync(bytes))
}

const codingsOf = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<StaticFile['codings']> => {
  if (!COMPRESSIBLE.has(extname(name))) return []
  const brotli = await brotliOf(name)
  return [...(brotli === undefined ? [] : [['br', () => brotli] as const]), ['gzip', gzipOf(bytes)] as const]
}

const load = async (folder: string, name: string): Promise<[string, StaticFile]> => {
  const bytes = new Uint8Array(await readFile(name))
  const path = `/${relative(folder, name).split(sep).join('/')}`
  const headers = { ...documentHeaders, 'content-type': TYPES[extname(name)] ?? '', 'cache-control': cacheRule(path) }
  return [path, { bytes, codings: await codingsOf(name, bytes), headers }]
}

/** A coding with a weight of zero is one that the browser does not want. */
const accepts = (request: Request, coding: string): boolean =>
  (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
    .some(([name, weight = '']) => name === coding && !/^q=0(?:\.0*)?$/.test(weight))

const refusalHeaders = { ...documentHeaders, 'cache-control': 'no-cache' }

/** Programs come here when the base URL that they were given lacks a part: without words they would tell of a status alone. */
const readOnly = ({ method, headers }: Request, path: string): Response => {
  const message =
    languageOf(headers.get('accept-language'), 'en') === 'zh'
      ? `接口不存在：${method} ${path}。调用模型的路径以 /v1 开头，例如 /v1/chat/completions`
      : `Invalid URL (${method} ${path}): paths that call models begin with /v1, such as /v1/chat/completions`
  const error = { message, type: 'invalid_request_error', param: '', code: 'unknown_url' }
  return Response.json({ error }, { status: 405, headers: { ...refusalHeaders, allow: 'GET, HEAD' } })
}

/** The built console, kept in memory. A file of no known type, such as the mark of the build, is not part of it.
 * Every path that is not a file gets the start page: the console routes by itself. */
export const openStaticFiles = async (
  folder: string,
  settings: () => ConsoleSettings = () => ({ hasHumanCheck: false, chatLink: '', releasesUrl: RELEASES_URL }),
): Promise<(request: Request) => Response> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map(
    await Promise.all(
      names
        .filter((entry) => entry.isFile() && Object.hasOwn(TYPES, extname(entry.name)))
        .map((entry) => load(folder, join(entry.parentPath, entry.name))),
    ),
  )
  const index = files.get('/index.html')
  const scripts = scriptHashesIn(new TextDecoder().decode(index?.bytes))
  return (request) => {
    const path = pathOf(request.url)
    const file = files.get(path) ?? (path.startsWith('/assets/') ? undefined : index)
    if (file === undefined) return new Response('not found', { status: 404, headers: { ...refusalHeaders, 'content-type': 'text/plain' } })
    if (request.method !== 'GET' && request.method !== 'HEAD') return readOnly(request, path)
    const coding = file.codings.find(([name]) => accepts(request, name))
    const headers = {
      ...file.headers,
      'content-security-policy': contentSecurityPolicy(settings(), scripts),
      vary: 'accept-encoding',
      ...(coding !== undefined && { 'content-encoding': coding[0] }),
    }
    return new Response(coding?.[1]() ?? file.bytes, { headers })
  }
}

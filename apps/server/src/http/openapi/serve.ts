import type { EndpointDefinition } from '@weir/contract/endpoint'
import { documentHeaders } from '../console/security-headers.ts'
import { toOpenapi } from './openapi.ts'
import { renderApiPage } from './page.ts'

/** The two addresses under /api that are not endpoints. They tell what the source tells, and nothing of this installation. */
export const OPENAPI_PATHS = ['/api/openapi.json', '/api/docs'] as const

/** Written when it is first asked for, which few servers ever are: a start does not wait for it. */
export const serveOpenapi = (endpoints: readonly EndpointDefinition[], version: string) => {
  let kept: { readonly json: string; readonly page: string } | undefined
  const texts = () => {
    if (kept !== undefined) return kept
    const description = toOpenapi(endpoints, version)
    kept = { json: JSON.stringify(description), page: renderApiPage(description) }
    return kept
  }
  const headers = { ...documentHeaders, 'cache-control': 'no-cache' }
  return {
    '/api/openapi.json': () => new Response(texts().json, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } }),
    '/api/docs': () => new Response(texts().page, { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } }),
  } as const satisfies Record<(typeof OPENAPI_PATHS)[number], () => Response>
}

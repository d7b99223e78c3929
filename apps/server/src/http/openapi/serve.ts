import type { EndpointDefinition } from '@weir/contract/endpoint'
import { documentHeaders } from '../console/security-headers.ts'
import { toOpenapi } from './openapi.ts'
import { renderApiPage } from './page.ts'

/** The two addresses under /api that are not endpoints. They tell what the source tells, and nothing of this installation. */
export const OPENAPI_PATHS = ['/api/openapi.json', '/api/docs'] as const

export const serveOpenapi = (endpoints: readonly EndpointDefinition[], version: string) => {
  const description = toOpenapi(endpoints, version)
  const json = JSON.stringify(description)
  const page = renderApiPage(description)
  const headers = { ...documentHeaders, 'cache-control': 'no-cache' }
  return {
    '/api/openapi.json': () => new Response(json, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } }),
    '/api/docs': () => new Response(page, { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } }),
  } as const satisfies Record<(typeof OPENAPI_PATHS)[number], () => Response>
}

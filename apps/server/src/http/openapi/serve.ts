import type { EndpointDefinition } from '@weir/contract/endpoint'
import { documentHeaders } from '../console/security-headers.ts'
import { toOpenapi, type OpenapiDocument } from './openapi.ts'
import { renderApiPage } from './page.ts'

/** The two addresses under /api that are not endpoints. They tell what the source tells, and nothing of this installation. */
export const OPENAPI_PATHS = ['/api/openapi.json', '/api/docs'] as const

const headers = { ...documentHeaders, 'cache-control': 'no-cache' }

/** Written when first asked for: two hundred endpoints would delay every start by a page that few installations open. */
export const serveOpenapi = (endpoints: readonly EndpointDefinition[], version: string) => {
  const written = new Map<string, string>()
  const serve = (contentType: string, write: (description: OpenapiDocument) => string) => (): Response => {
    const text = written.get(contentType) ?? write(toOpenapi(endpoints, version))
    written.set(contentType, text)
    return new Response(text, { headers: { ...headers, 'content-type': contentType } })
  }
  return {
    '/api/openapi.json': serve('application/json; charset=utf-8', (description) => JSON.stringify(description)),
    '/api/docs': serve('text/html; charset=utf-8', renderApiPage),
  } as const satisfies Record<(typeof OPENAPI_PATHS)[number], () => Response>
}

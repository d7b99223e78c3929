import { join } from 'node:path'
import type { EndpointDefinition } from '@weir/contract/endpoint'
import { listSources } from '../../source-files.ts'

const isEndpoint = (value: unknown): value is EndpointDefinition =>
  typeof value === 'object' && value !== null && ['method', 'path', 'access', 'summary', 'input', 'data'].every((name) => name in value)

/** Every endpoint that the contract defines; a test compares them with what a server describes. */
export const readEndpoints = async (root: string): Promise<readonly EndpointDefinition[]> => {
  const sources = listSources(root, ['packages']).filter(
    (path) => path.startsWith('packages/contract/src/') && !path.endsWith('.test.ts') && !path.includes('/catalog/'),
  )
  const found = new Set<EndpointDefinition>()
  for (const source of sources) {
    const exported = (await import(join(root, source))) as Readonly<Record<string, unknown>>
    for (const value of Object.values(exported)) if (isEndpoint(value)) found.add(value)
  }
  return [...found]
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toOpenapi, type OpenapiDocument } from '../../../apps/server/src/http/openapi/openapi.ts'
import { readDocument } from '../document.ts'
import type { Page } from '../pages.ts'
import { readEndpoints } from './endpoints.ts'
import { groupsOf } from './groups.ts'
import { renderGroup } from './render.ts'

const versionOf = (root: string): string => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  return version
}

export const describeApi = async (root: string): Promise<OpenapiDocument> => toOpenapi(await readEndpoints(root), versionOf(root))

/** One page for each group of calls. */
export const apiPages = async (root: string): Promise<readonly Page[]> =>
  groupsOf(await describeApi(root)).map((group) => ({
    path: `api/${group.id}.html`,
    en: readDocument(`docs/api/${group.id}.md`, renderGroup(group, 'en')),
    zh: readDocument(`docs/api/${group.id}.zh-CN.md`, renderGroup(group, 'zh')),
    isGenerated: true,
  }))

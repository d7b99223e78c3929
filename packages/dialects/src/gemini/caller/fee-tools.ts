import { arrayAt, isObject, type JsonObject } from '../../json.ts'
import type { HostedTools } from '../../model/caller-wire.ts'
import { MAX_NAME_CHARACTERS, unpricedTool } from '../../hosted-tools/unpriced-tool.ts'
import type { ToolKind } from '../../model/usage.ts'
import type { GroundingTools } from '../grounding.ts'
import { wordTable } from '../../word-table.ts'

/** Run by the caller, or paid for with tokens alone. */
const WITHOUT_FEE: ReadonlySet<string> = new Set(['functionDeclarations', 'codeExecution', 'urlContext', 'computerUse'])

/** A search is sold by the query or by the answer, as the generation of the model is. One of the fees is enough. */
const SEARCH: readonly ToolKind[] = ['webSearch', 'groundedPrompt']
const FEES = wordTable<readonly ToolKind[]>({
  googleSearch: SEARCH,
  googleSearchRetrieval: SEARCH,
  googleMaps: ['mapsGrounding'],
})

interface NamedTool {
  readonly name: string
  readonly param: string
}

const toolsWithFee = (body: JsonObject): readonly NamedTool[] =>
  arrayAt(body, 'tools').flatMap((tool, at) =>
    isObject(tool)
      ? Object.keys(tool)
          .filter((name) => !WITHOUT_FEE.has(name))
          .map((name) => ({ name, param: `tools[${at}].${name.slice(0, MAX_NAME_CHARACTERS)}` }))
      : [],
  )

const feesOf = (name: string): readonly ToolKind[] => (Object.hasOwn(FEES, name) ? (FEES[name] ?? []) : [])

const hasTool = (body: JsonObject, kind: ToolKind): boolean => toolsWithFee(body).some(({ name }) => feesOf(name).includes(kind))

export const groundingToolsOf = (body: JsonObject): GroundingTools => ({
  searches: hasTool(body, 'webSearch'),
  readsMaps: hasTool(body, 'mapsGrounding'),
})

/** Tools that Google runs by itself and sells by the call. */
export const geminiTools: HostedTools = {
  kindsIn: (body) => Object.fromEntries(toolsWithFee(body).flatMap(({ name }) => feesOf(name).map((kind) => [kind, 1]))),
  sold: (body, offer) => {
    for (const { name, param } of toolsWithFee(body)) {
      const fees = feesOf(name)
      if (!fees.some((kind) => offer.sells(kind))) throw unpricedTool(param, name, fees)
    }
    return body
  },
  searchIn: (body) => toolsWithFee(body).find(({ name }) => name === 'googleSearch'),
  unsold: () => [],
}

import { arrayAt, textAt, type JsonObject } from '@weir/dialects/json'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { takesSearchOptions } from '@weir/dialects/hosted-tools/search-fields'
import type { BodyChange } from '../body.ts'

/** Run by the caller. */
const OWN_TYPES: ReadonlySet<string> = new Set(['function', 'custom'])
const FUNCTIONS: ReadonlySet<string> = new Set(['function'])

const MAX_NAME = 64

/**
 * Tools that upstream would run itself, and a search of the web. Where they are unknown the answer would come without them; where they
 * are known they cost a fee that no usage tells. Either way the caller must hear of it.
 */
const refuseHosted = (body: JsonObject, types: ReadonlySet<string>, canSearch: boolean): void => {
  for (const [at, tool] of arrayAt(body, 'tools').entries()) {
    const type = textAt(tool, 'type') ?? 'function'
    if (!types.has(type)) {
      throw new UnsupportedInput(
        `tools[${at}].type`,
        `This channel runs no tool of the type ${type.slice(0, MAX_NAME)}; offer a function of your own`,
      )
    }
  }
  const search = body['web_search_options']
  if (search !== undefined && search !== null && !canSearch) {
    throw new UnsupportedInput('web_search_options', 'This channel does not search the web; leave the field out or ask a model that does')
  }
}

/** For wires that carry functions only. */
export const refuseHostedTools = ({ body }: { readonly body: JsonObject }): void => refuseHosted(body, FUNCTIONS, false)

/** For wires that carry functions, and a search where the model has one. */
export const refuseHostedToolsBesideSearch = ({ body }: { readonly body: JsonObject }, canSearch: boolean): void =>
  refuseHosted(body, FUNCTIONS, canSearch)

/** The same for a body that is passed on. */
export const withoutHostedTools: BodyChange = (body, model) => {
  refuseHosted(body, OWN_TYPES, takesSearchOptions(model))
  return body
}

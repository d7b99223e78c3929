import { arrayAt, objectAt, textAt, type JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { refuseWebSearch } from '../openai-chat/read-options.ts'

/** No more of a type is told back. */
const MAX_TYPE_CHARACTERS = 64

/** For upstreams whose own tools cost a fee that no usage tells: an answer without the search that was asked for must not pass for one with it. */
export const refuseHostedTools = (body: JsonObject, canSearch = false): void => {
  if (!canSearch) refuseWebSearch(body)
  for (const [at, tool] of arrayAt(body, 'tools').entries()) {
    if (objectAt(tool, 'function') !== undefined) continue
    const type = (textAt(tool, 'type') ?? 'of an unknown type').slice(0, MAX_TYPE_CHARACTERS)
    throw new UnsupportedInput(`tools[${at}]`, `This model can be given functions only: leave out the tool ${type}`)
  }
}

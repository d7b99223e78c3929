import { arrayAt, type JsonObject } from '../../json.ts'
import type { WireCall } from '../../model/caller-wire.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { hasOneModelKey, type RenderOptions } from '../../openai-chat/render-call.ts'
import { typeOf } from './parts.ts'
import { hasSeals, withoutSeals } from './seals.ts'

/** Run by the caller, or paid for with tokens alone. */
const WITHOUT_FEE = /^($|custom$|bash_|text_editor_|computer_|memory_|tool_search_tool_|web_fetch_|mcp_toolset$)/

/** What else upstream runs costs a fee that has no price here: it would be served for nothing. */
export const refuseFees = (body: JsonObject): void => {
  for (const [at, tool] of arrayAt(body, 'tools').entries()) {
    if (!WITHOUT_FEE.test(typeOf(tool))) {
      throw new UnsupportedInput(`tools[${at}]`, `The tool ${typeOf(tool)} costs a fee that has no price here`)
    }
  }
}

/** The object for an upstream that speaks this wire. The very same one where nothing must change. */
export const messagesBodyOf = ({ body, rawBody }: WireCall, systemPrompt: string): JsonObject => {
  const plain = hasSeals(rawBody) ? withoutSeals(body) : body
  return systemPrompt === '' ? plain : { ...plain, system: systemPrompt }
}

/** The body for such an upstream: the caller's bytes when nothing must change. */
export const renderMessagesCall = (call: WireCall, options: RenderOptions): string => {
  refuseFees(call.body)
  return renderCountCall(call, options)
}

/** The same for a count, which costs nothing whatever it names. */
export const renderCountCall = (call: WireCall, { model, systemPrompt }: RenderOptions): string => {
  const body = messagesBodyOf(call, systemPrompt)
  return body === call.body && model === body['model'] && hasOneModelKey(call.rawBody) ? call.rawBody : JSON.stringify({ ...body, model })
}

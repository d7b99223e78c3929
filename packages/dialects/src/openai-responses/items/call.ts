import type { JsonObject } from '../../json.ts'
import { renderSignature } from '../../openai-chat/render-reply.ts'
import { inputOfArguments } from '../custom-tools.ts'
import { added, done, type OpenItem, type Step, type Where } from './item.ts'

interface Called {
  readonly callId: string
  readonly name: string
  readonly namespace: string | undefined
  readonly isCustom: boolean
  readonly signature: string | undefined
}

/** A call of a function, or of a tool that takes plain text. */
export class CallItem implements OpenItem {
  readonly place: number
  readonly #where: Where
  readonly #called: Called
  #arguments = ''

  constructor(place: number, id: string, called: Called) {
    this.place = place
    this.#where = { item_id: id, output_index: place }
    this.#called = called
  }

  begin = (): readonly Step[] => [added(this.#where, this.#item('in_progress', ''))]

  write(delta: string): readonly Step[] {
    this.#arguments += delta
    // The text of a custom tool's input can be told from the JSON around it only when all of it is there.
    return delta === '' || this.#called.isCustom ? [] : [['response.function_call_arguments.delta', { ...this.#where, delta }]]
  }

  close = (): readonly Step[] => {
    const { name, isCustom } = this.#called
    const written: Step = ['response.function_call_arguments.done', { ...this.#where, name, arguments: this.#arguments }]
    return [...(isCustom ? [] : [written]), done(this.#where, this.whole())]
  }

  whole = (): JsonObject => this.#item('completed', this.#called.isCustom ? inputOfArguments(this.#arguments) : this.#arguments)

  #item(status: 'in_progress' | 'completed', text: string): JsonObject {
    const { callId, name, namespace, isCustom, signature } = this.#called
    const head = { id: this.#where.item_id, type: isCustom ? 'custom_tool_call' : 'function_call', call_id: callId, name }
    return {
      ...head,
      ...(namespace !== undefined && { namespace }),
      ...(isCustom ? { input: text } : { arguments: text }),
      status,
      ...renderSignature(signature),
    }
  }
}

import { arrayAt, isObject, objectAt, type JsonObject } from '../../json.ts'
import type { ChatCall } from '../../model/call.ts'
import type { AnswerHead, Normalizer, SameWire } from '../../model/provider.ts'
import { ArgumentPieces, argumentsPiece, EMPTY_ARGUMENTS, wholeArguments } from './argument-pieces.ts'

const withArguments = (call: JsonObject, text: string): JsonObject => {
  const fn = objectAt(call, 'function') ?? {}
  return fn['arguments'] === text ? call : { ...call, function: { ...fn, arguments: text } }
}

const withCalls = (message: JsonObject, change: (call: JsonObject, place: number) => JsonObject): JsonObject => {
  const calls = arrayAt(message, 'tool_calls')
  const changed = calls.map((call, place) => (isObject(call) ? change(call, place) : call))
  return changed.every((call, place) => call === calls[place]) ? message : { ...message, tool_calls: changed }
}

/** The calls of one streamed answer. */
class StreamedCalls {
  readonly #pieces = new ArgumentPieces()

  read(delta: JsonObject, isFinished: boolean): JsonObject {
    const indexOf = (call: JsonObject, place: number): number => (typeof call['index'] === 'number' ? call['index'] : place)
    const told = withCalls(delta, (call, place) => {
      const [index, fn] = [indexOf(call, place), objectAt(call, 'function')]
      if (fn?.['name'] !== undefined || call['id'] !== undefined) this.#pieces.begin(index)
      return withArguments(call, this.#pieces.take(index, argumentsPiece(fn?.['arguments'])))
    })
    if (!isFinished) return told
    const closed = this.close()
    return closed.length === 0 ? told : { ...told, tool_calls: [...arrayAt(told, 'tool_calls'), ...closed] }
  }

  close(): readonly JsonObject[] {
    return this.#pieces.close().map((index) => ({ index, function: { arguments: EMPTY_ARGUMENTS } }))
  }
}

/** Gives calls without arguments empty ones: clients parse them. Everything else comes back as the same object. */
export class FilledArguments implements Normalizer {
  readonly #answers = new Map<number, StreamedCalls>()
  #last: JsonObject = {}

  normalize(json: JsonObject): JsonObject {
    const choices = arrayAt(json, 'choices')
    const told = choices.map((choice, place) => (isObject(choice) ? this.#fill(choice, place) : choice))
    this.#last = json
    return told.every((choice, at) => choice === choices[at]) ? json : { ...json, choices: told }
  }

  pendingChunk(): JsonObject | undefined {
    const open = [...this.#answers].flatMap(([index, calls]) => {
      const closed = calls.close()
      return closed.length === 0 ? [] : [{ index, delta: { tool_calls: closed }, logprobs: null, finish_reason: null }]
    })
    const { usage: _, ...outline } = this.#last
    return open.length === 0 ? undefined : { ...outline, choices: open }
  }

  #fill(choice: JsonObject, place: number): JsonObject {
    const [message, delta] = [objectAt(choice, 'message'), objectAt(choice, 'delta')]
    if (message !== undefined) {
      const whole = withCalls(message, (call) => withArguments(call, wholeArguments(objectAt(call, 'function')?.['arguments'])))
      return whole === message ? choice : { ...choice, message: whole }
    }
    if (delta === undefined) return choice
    const index = typeof choice['index'] === 'number' ? choice['index'] : place
    const told = this.#callsOf(index).read(delta, typeof choice['finish_reason'] === 'string')
    return told === delta ? choice : { ...choice, delta: told }
  }

  #callsOf(index: number): StreamedCalls {
    const known = this.#answers.get(index) ?? new StreamedCalls()
    this.#answers.set(index, known)
    return known
  }
}

/** What a provider normalizes of its answers, or what every client needs. */
export const normalizerOf = (wire: SameWire, call: ChatCall, head?: AnswerHead): Normalizer =>
  wire.openNormalizer?.(call, head) ?? new FilledArguments()

import { figureAt, objectAt, parseJson } from '@weir/dialects/json'
import type { Usage } from '@weir/dialects/model/usage'
import { usageOfTaskReply } from '@weir/dialects/openai-tasks/task-usage'
import { RawStream } from './raw.ts'
import type { ReplyStream } from './reply-stream.ts'

/** Longer than any event that tells figures. */
const MAX_LINE = 64 * 1024

/** What a reply says it used, where it has the shape that every OpenAI-like provider gives its figures. */
export const toldUsage = (json: unknown): Usage | undefined =>
  figureAt(objectAt(json, 'usage'), 'total_tokens') === undefined ? undefined : usageOfTaskReply(json)

/** Events that pass byte for byte, read along for the last figures they tell. */
export class ProxiedStream implements ReplyStream {
  readonly #raw = new RawStream()
  readonly #decoder = new TextDecoder()
  #line = ''
  #usage: Usage | undefined

  push = (chunk: Uint8Array): Uint8Array => {
    const lines = (this.#line + this.#decoder.decode(chunk, { stream: true })).split('\n')
    const rest = lines.pop() ?? ''
    this.#line = rest.length > MAX_LINE ? '' : rest
    for (const line of lines) this.#read(line)
    return this.#raw.push(chunk)
  }

  flush = (): Uint8Array => {
    this.#read(this.#line)
    return this.#raw.flush()
  }

  tail = (): Uint8Array | undefined => this.#raw.tail()
  keptBack = (): Uint8Array => this.#raw.keptBack()
  isEnded = (): boolean => false
  hasBegun = (): boolean => this.#raw.hasBegun()
  isComplete = (): boolean => this.#raw.isComplete()
  failure = (): undefined => undefined
  usage = (): Usage | undefined => this.#usage

  #read(line: string): void {
    if (!line.startsWith('data:') || !line.includes('"usage"')) return
    this.#usage = toldUsage(parseJson(line.slice('data:'.length))) ?? this.#usage
  }
}

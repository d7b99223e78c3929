import { textAt } from '../json.ts'
import type { ToolCallCounts } from '../model/usage.ts'

const CODE_RESULT = /^(bash_|text_editor_)?code_execution_tool_result$/

/** A search that failed is not sold; its result is an object that names the error. */
const isFoundSearch = (block: unknown): boolean =>
  textAt(block, 'type') === 'web_search_tool_result' && Array.isArray((block as { readonly content?: unknown }).content)

/** Counts what upstream ran by the blocks of an answer, which a stream that breaks off has told without its last figures. */
export class ServerToolCounter {
  readonly #isCodeSold: boolean
  #searches = 0
  #hasRunCode = false

  constructor(isCodeSold: boolean) {
    this.#isCodeSold = isCodeSold
  }

  note(block: unknown): void {
    if (isFoundSearch(block)) this.#searches++
    // Whatever runs for one request runs in one container.
    this.#hasRunCode ||= this.#isCodeSold && CODE_RESULT.test(textAt(block, 'type') ?? '')
  }

  counts(): ToolCallCounts | undefined {
    if (this.#searches === 0 && !this.#hasRunCode) return undefined
    return { ...(this.#searches > 0 && { webSearch: this.#searches }), ...(this.#hasRunCode && { codeInterpreter: 1 }) }
  }
}

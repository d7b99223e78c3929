import type { Effort } from '../../openai-chat/read-options.ts'

const COMPUTER_USE = 'computer-use-preview'
const KIND = /-pro(?:-\d|$)|codex|deep-research|^computer-use-preview/
const FAMILY = /^(?:gpt-|o[134]-|codex-|computer-use-)/

/** Models that OpenAI serves on its Responses endpoint alone. Others' names end alike, so that the family counts as well. */
export const answersOnResponsesAlone = (model: string): boolean => KIND.test(model) && FAMILY.test(model) && !model.includes('-chat')

/** All others think before they answer, and refuse to be told how to sample. */
export const takesSampling = (model: string): boolean => model.startsWith(COMPUTER_USE)

/** Models without OpenAI's search of the web. */
const NEVER_SEARCHES = /^(?:o1-|codex-|computer-use-)/

export const canSearch = (model: string): boolean => !NEVER_SEARCHES.test(model)

/** What a search is called where it is asked for: research knows it by its older name alone. */
export const searchToolOf = (model: string): 'web_search' | 'web_search_preview' =>
  model.includes('deep-research') ? 'web_search_preview' : 'web_search'

/** Agents ask for an effort whatever the model; some models know few of them, and refuse the rest. */
const REFUSED_EFFORTS: readonly (readonly [model: RegExp, efforts: ReadonlySet<Effort>])[] = [
  [/^computer-use-/, new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])],
  [/deep-research/, new Set(['none', 'minimal', 'low', 'high', 'xhigh', 'max'])],
  [/^gpt-5-pro/, new Set(['none', 'minimal', 'low', 'medium', 'xhigh', 'max'])],
  [/^gpt-.*-pro/, new Set(['none', 'minimal', 'low'])],
  [/^(?:gpt-5-codex|codex-)/, new Set(['none', 'minimal', 'xhigh', 'max'])],
]

export const takesEffort = (model: string, effort: Effort): boolean =>
  REFUSED_EFFORTS.find(([named]) => named.test(model))?.[1].has(effort) !== true

/** Those that write programs know one verbosity. */
export const takesVerbosity = (model: string, verbosity: unknown): boolean => !model.includes('codex') || verbosity === 'medium'

import { arrayAt, figureAt, isObject, objectAt, parseJson, type JsonObject } from '@weir/dialects/json'
import type { Usage } from '@weir/dialects/model/usage'
import type { ParsedTask } from '@weir/dialects/openai-tasks/parse-task'
import type { WholeReply } from '../stage-types.ts'

/** A list of numbers is one input, written in tokens. */
const inputsOf = ({ call }: ParsedTask): readonly unknown[] => {
  const inputs = arrayAt(call.body, 'input')
  return typeof inputs[0] === 'number' ? [inputs] : inputs
}

/** The same task with some of its inputs. */
const pieceOf = (task: ParsedTask, input: readonly unknown[]): ParsedTask => {
  const body = { ...task.call.body, input }
  return { ...task, call: { ...task.call, body, rawBody: JSON.stringify(body) } }
}

/** A task in pieces of as many inputs as upstream takes at a time. The very same where one is enough. */
export const inputPieces = (task: ParsedTask, most: number | undefined): readonly ParsedTask[] => {
  const inputs = inputsOf(task)
  if (most === undefined || inputs.length <= most) return [task]
  const count = Math.ceil(inputs.length / most)
  return Array.from({ length: count }, (_, at) => pieceOf(task, inputs.slice(at * most, (at + 1) * most)))
}

const decoder = new TextDecoder()

const jsonOf = ({ body }: WholeReply): JsonObject | undefined => {
  const json = parseJson(typeof body === 'string' ? body : decoder.decode(body))
  return isObject(json) ? json : undefined
}

const entriesOf = (json: JsonObject | undefined, before: number): readonly unknown[] =>
  arrayAt(json, 'data').map((entry, place) => {
    if (!isObject(entry)) return entry
    return { ...entry, index: before + (figureAt(entry, 'index') ?? place) }
  })

const FIGURES = ['input', 'cacheRead', 'cacheWrite', 'output', 'reasoning'] as const

/** Where one says nothing, all are counted anew. */
const sumOf = (usages: readonly (Usage | undefined)[]): Usage | undefined =>
  usages.reduce((sum, usage) => {
    if (sum === undefined || usage === undefined) return undefined
    return { ...usage, ...Object.fromEntries(FIGURES.map((name) => [name, sum[name] + usage[name]])) }
  })

const toldUsage = (replies: readonly (JsonObject | undefined)[]): JsonObject | undefined => {
  const usages = replies.flatMap((json): readonly JsonObject[] | JsonObject => objectAt(json, 'usage') ?? [])
  const total = usages.reduce<number>((sum, usage) => sum + (figureAt(usage, 'total_tokens') ?? figureAt(usage, 'prompt_tokens') ?? 0), 0)
  return usages.length === 0 ? undefined : { prompt_tokens: total, total_tokens: total }
}

/** One reply of those to the pieces; undefined where a piece has not a vector for each of its inputs. */
export const joinReplies = (
  pieces: readonly ParsedTask[],
  replies: readonly WholeReply[],
  estimate: () => Promise<Usage>,
): WholeReply | undefined => {
  const [last] = replies.slice(-1)
  const jsons = replies.map(jsonOf)
  const counts = pieces.map((piece) => inputsOf(piece).length)
  if (last === undefined || jsons.some((json, at) => arrayAt(json, 'data').length !== counts[at])) return undefined
  const before = counts.map((_, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0))
  const usage = toldUsage(jsons)
  const body = { ...jsons[0], data: jsons.flatMap((json, at) => entriesOf(json, before[at] ?? 0)), ...(usage && { usage }) }
  return { ...last, body: JSON.stringify(body), produced: { usage: sumOf(replies.map(({ produced }) => produced.usage)), estimate } }
}

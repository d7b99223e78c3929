import { arrayAt, isObject, textAt, type JsonObject } from '../json.ts'

type Step = string | number
type Branch = Map<string, unknown> | unknown[]

/** Deeper arguments than any schema has; writing them would exhaust the stack. */
const MAX_STEPS = 64

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g

/** `$.places[0].name` as the steps from the root. */
const stepsOf = (path: string): readonly Step[] =>
  [...path.matchAll(STEP)].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? '') : Number(index),
  )

const isBranch = (value: unknown): value is Branch => value instanceof Map || Array.isArray(value)

const get = (branch: Branch, step: Step): unknown => {
  if (branch instanceof Map) return branch.get(String(step))
  return typeof step === 'number' ? branch[step] : undefined
}

/** Beyond the end of a list is its end: an invented index must not make one of a thousand million places. */
const put = (branch: Branch, step: Step, value: unknown): void => {
  if (branch instanceof Map) branch.set(String(step), value)
  else if (typeof step === 'number' && step < branch.length) branch[step] = value
  else branch.push(value)
}

const childOf = (branch: Branch, step: Step, next: Step): Branch => {
  const known = get(branch, step)
  if (isBranch(known)) return known
  const child: Branch = typeof next === 'number' ? [] : new Map<string, unknown>()
  put(branch, step, child)
  return child
}

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  return value instanceof Map ? Object.fromEntries([...value].map(([name, member]) => [String(name), plain(member)])) : value
}

const valueOf = (piece: JsonObject): unknown =>
  textAt(piece, 'stringValue') ?? piece['numberValue'] ?? piece['boolValue'] ?? (piece['nullValue'] === undefined ? '' : null)

/** The arguments of one call, which Vertex AI may write value by value and long texts piece by piece. */
export class StreamedArguments {
  readonly #root: Map<string, unknown>
  /** The text that goes on with the next piece. */
  #open: string | undefined

  constructor(whole: JsonObject | undefined) {
    this.#root = new Map(Object.entries(whole ?? {}))
  }

  add(call: JsonObject): void {
    for (const piece of arrayAt(call, 'partialArgs')) if (isObject(piece)) this.#addPiece(piece)
  }

  #addPiece(piece: JsonObject): void {
    const path = textAt(piece, 'jsonPath') ?? ''
    const steps = stepsOf(path)
    const last = steps.at(-1)
    if (last === undefined || steps.length > MAX_STEPS) return
    let branch: Branch = this.#root
    for (const [at, step] of steps.slice(0, -1).entries()) branch = childOf(branch, step, steps[at + 1] ?? '')
    const before = this.#open === path ? get(branch, last) : undefined
    const value = valueOf(piece)
    put(branch, last, typeof before === 'string' && typeof value === 'string' ? before + value : value)
    this.#open = piece['willContinue'] === true ? path : undefined
  }

  toString(): string {
    return JSON.stringify(plain(this.#root))
  }
}

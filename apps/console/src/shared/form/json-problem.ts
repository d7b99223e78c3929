import { readJson } from '../browser/json.ts'

interface Place {
  readonly line: number
  readonly column: number
}

const placeAt = (text: string, position: number): Place => {
  const before = text.slice(0, position)
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
}

/** Browsers say where they stopped in different words; without a position they stopped at the end. */
const positionIn = (message: string, text: string): number => Number(/position (\d+)/.exec(message)?.[1] ?? text.length)

/** Where a text stops being JSON; `undefined` when it is JSON. */
export const jsonProblem = (text: string): Place | undefined => {
  const { problem } = readJson(text)
  return problem === undefined ? undefined : placeAt(text, positionIn(problem, text))
}

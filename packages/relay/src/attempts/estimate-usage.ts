import { approximateTokens, type Usage } from '@weir/dialects/model/usage'
import type { Ports } from '../ports.ts'

type CountPorts = Pick<Ports, 'countTokens' | 'settings'>

/** Counts a text with a real tokenizer, or by its size where the operator prefers speed. */
export const counterFor =
  (ports: CountPorts) =>
  (model: string, text: string): Promise<number> =>
    ports.settings().approximatesTokens ? Promise.resolve(approximateTokens(Buffer.byteLength(text))) : ports.countTokens(model, text)

/** Stands in for usage that upstream did not report. */
export const usageOfCounts = (prompt: number, output: number): Usage => ({
  input: Math.ceil(prompt),
  cacheRead: 0,
  cacheWrite: 0,
  output: Math.ceil(output),
  reasoning: 0,
  source: 'estimate',
})

export const estimateUsage = async (input: { readonly prompt: Promise<number>; readonly output: Promise<number> }): Promise<Usage> =>
  usageOfCounts(...(await Promise.all([input.prompt, input.output])))

/** A prompt is counted when it is first needed, and not again with every checkpoint of a long stream. */
export const once = <T>(work: () => T): (() => T) => {
  let done: { readonly value: T } | undefined
  return () => (done ??= { value: work() }).value
}

import type { Overview } from '@weir/contract/overview'
import { splitList } from '@weir/contract/values/quantity'
import { modelToTry } from './clients/clients.ts'

interface Given {
  readonly tokens: Overview['tokens']
  readonly served: readonly string[]
  readonly last: Overview['last_answered']
}

/** The chosen token, else the one that worked last, else the newest; the models it may call, and the one to begin with. */
export const choicesFor = ({ tokens, served, last }: Given, chosen: number | undefined) => {
  const token = tokens.find(({ id }) => id === chosen) ?? tokens.find(({ name }) => name === last?.token_name) ?? tokens[0]
  const limits = splitList(token?.models ?? '')
  const models = limits.length > 0 ? limits : served
  const firstModel = last !== null && models.includes(last.model_name) ? last.model_name : modelToTry(limits, served)
  return { token, models, firstModel }
}

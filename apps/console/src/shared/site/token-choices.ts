import type { TokenObject } from '@weir/contract/token'
import { splitList } from '@weir/contract/values/quantity'
import { modelToTry } from './clients/clients.ts'
import type { LastWorked } from './last-worked.ts'

interface Given {
  readonly tokens: readonly TokenObject[]
  readonly served: readonly string[]
  readonly last: LastWorked | undefined
}

/** The chosen token, else the one that worked last, else the newest; the models it may call, and the one to begin with. */
export const choicesFor = ({ tokens, served, last }: Given, chosen: number | undefined) => {
  const token = tokens.find(({ id }) => id === chosen) ?? tokens.find(({ name }) => name === last?.tokenName) ?? tokens[0]
  const limits = splitList(token?.models ?? '')
  const models = limits.length > 0 ? limits : served
  const firstModel = last !== undefined && models.includes(last.model) ? last.model : modelToTry(limits, served)
  return { token, models, firstModel }
}

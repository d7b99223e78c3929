import { mappedModel } from '@weir/dialects/model/upstream'
import type { Effort } from '@weir/dialects/openai-chat/read-options'
import { splitEffortSuffix } from '../routing/effort-suffix.ts'
import type { RoutingSettings } from '../routing/routing-settings.ts'
import { withoutResting } from '../routing/tiers.ts'
import { isServing, type ExplainedChannel, type RouteQuestion } from './explain-route.ts'

export interface ModelsQuestion extends Pick<RouteQuestion, 'model' | 'group' | 'channels' | 'isResting' | 'canChat'> {
  readonly routing: Pick<RoutingSettings, 'substitutes' | 'allowsEffortSuffixes'>
  /** Every name that its channels send upstream may be sold. */
  readonly isSold: (upstreamModel: string) => boolean
}

export interface ModelExplanation {
  readonly model: string
  /** 1 is tried first; 0 is never tried. */
  readonly order: number
  /** The effort that the end of the name asks for. */
  readonly effort: Effort | undefined
  readonly role: 'asked' | 'suffix' | 'substitute'
  /** All its channels rest; it comes after those that do not. */
  readonly state: 'usable' | 'resting' | 'unserved' | 'unpriced'
}

const servingOf = (model: string, question: ModelsQuestion): readonly ExplainedChannel[] =>
  question.channels.filter((channel) => isServing(channel, { ...question, model }))

/** The model that a name means: one with a suffix that no channel has is the model before it, at that effort. */
export const meantModel = (question: ModelsQuestion): { readonly model: string; readonly effort: Effort | undefined } => {
  const { model, routing } = question
  const split = routing.allowsEffortSuffixes ? splitEffortSuffix(model) : undefined
  const isSuffix = split !== undefined && servingOf(model, question).length === 0 && servingOf(split.model, question).length > 0
  return isSuffix ? split : { model, effort: undefined }
}

const stateOf = (model: string, question: ModelsQuestion, isSubstitute: boolean): ModelExplanation['state'] => {
  const serving = servingOf(model, question)
  if (serving.length === 0) return 'unserved'
  if (isSubstitute && !serving.every(({ modelMapping }) => question.isSold(mappedModel(model, modelMapping)))) return 'unpriced'
  const isResting = ({ id, modelMapping }: ExplainedChannel) => question.isResting(id, mappedModel(model, modelMapping))
  return withoutResting(serving, isResting).areResting ? 'resting' : 'usable'
}

/** Which models a request for one would be tried with, in their order, and why the others are not. By the same rules as the route stage. */
export const explainModels = (question: ModelsQuestion): readonly ModelExplanation[] => {
  const { model, effort } = meantModel(question)
  const { substitutes } = question.routing
  const others = Object.hasOwn(substitutes, model) ? (substitutes[model] ?? []) : []
  const all = [
    { model, effort, role: effort === undefined ? ('asked' as const) : ('suffix' as const), state: stateOf(model, question, false) },
    ...others.map((name) => ({ model: name, effort: undefined, role: 'substitute' as const, state: stateOf(name, question, true) })),
  ]
  const inState = (state: ModelExplanation['state']) => all.filter((entry) => entry.state === state)
  const tried = [...inState('usable'), ...inState('resting')]
  const never = all.filter((entry) => !tried.includes(entry))
  return [...tried.map((entry, at) => ({ ...entry, order: at + 1 })), ...never.map((entry) => ({ ...entry, order: 0 }))]
}

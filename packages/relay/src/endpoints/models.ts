import type { WireModels } from '@weir/dialects/model/caller-wire'
import { modelProblem } from '@weir/dialects/openai-chat/model-name'
import type { Caller } from '../stage-types.ts'
import type { Ports } from '../ports.ts'
import { splitEffortSuffix, withEffortSuffixes } from '../routing/effort-suffix.ts'
import { RelayRefusal } from '../refusal.ts'

/** The date this family of gateways has always given for every model. */
const CREATED = 1626777600

const modelObject = (id: string) => ({ id, object: 'model', created: CREATED, owned_by: 'custom', root: id, parent: null })

const modelsFor = async (caller: Caller, ports: Ports): Promise<readonly string[]> => {
  const offered = (await ports.pool.snapshot()).modelsOf(caller.group)
  return caller.models.length === 0 ? offered : offered.filter((model) => caller.models.includes(model))
}

/** Efforts are offered with models that are known to think. A channel's own name comes first. */
const withEfforts = (models: readonly string[], ports: Ports): readonly string[] => {
  if (!ports.routing().allowsEffortSuffixes) return models
  const efforts = models.filter((model) => ports.modelLimits(model)?.isReasoning).flatMap(withEffortSuffixes)
  return [...new Set([...models, ...efforts])]
}

/** As OpenAI's endpoint lists them. */
const CHAT_MODELS: WireModels = { list: (ids) => ({ object: 'list', data: ids.map(modelObject) }), one: modelObject }

interface AskedModels {
  /** Absent: OpenAI's. */
  readonly form: WireModels | undefined
  readonly query: URLSearchParams
}

export const listModels = async ({ form = CHAT_MODELS, query }: AskedModels, caller: Caller, ports: Ports) =>
  form.list(withEfforts(await modelsFor(caller, ports), ports), query)

interface AskedModel {
  readonly model: string
  readonly form: WireModels | undefined
}

export const getModel = async ({ model, form = CHAT_MODELS }: AskedModel, caller: Caller, ports: Ports) => {
  const problem = modelProblem(model)
  if (problem !== undefined) throw new RelayRefusal('invalid-request', { problem, param: problem.param })
  const models = await modelsFor(caller, ports)
  const base = ports.routing().allowsEffortSuffixes ? splitEffortSuffix(model)?.model : undefined
  if (!models.includes(model) && (base === undefined || !models.includes(base)))
    throw new RelayRefusal('model-unknown', { params: { model }, param: 'model' })
  return form.one(model)
}

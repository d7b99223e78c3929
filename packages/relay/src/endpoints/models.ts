import type { WireModels } from '@weir/dialects/model/caller-wire'
import { mappedModel } from '@weir/dialects/model/upstream'
import { modelProblem } from '@weir/dialects/openai-chat/model-name'
import type { Caller } from '../stage-types.ts'
import type { PoolSnapshot, Ports } from '../ports.ts'
import { splitEffortSuffix, withEffortSuffixes } from '../routing/effort-suffix.ts'
import { RelayRefusal } from '../refusal.ts'

/** The date this family of gateways has always given for every model. */
const CREATED = 1626777600

/** The same for every model, as OpenAI once told it. Clients of this family of gateways still read the list. */
const PERMISSIONS = [
  {
    id: 'modelperm-LwHkVFn8AcMItP432fKKDIKJ',
    object: 'model_permission',
    created: CREATED,
    allow_create_engine: true,
    allow_sampling: true,
    allow_logprobs: true,
    allow_search_indices: false,
    allow_view: true,
    allow_fine_tuning: false,
    organization: '*',
    group: null,
    is_blocking: false,
  },
]

/** As the owner of what nobody has described. */
const UNKNOWN_OWNER = 'custom'

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

/** The name by which the first choice among the channels has a model charged. An effort does not change it. */
const chargedName = (model: string, caller: Caller, snapshot: PoolSnapshot): string => {
  const [own] = snapshot.channelsFor(caller.group, model)
  if (own !== undefined) return mappedModel(model, own.modelMapping)
  const base = splitEffortSuffix(model)?.model ?? model
  return mappedModel(base, snapshot.channelsFor(caller.group, base)[0]?.modelMapping ?? {})
}

/** As OpenAI's endpoint lists them, with what we know of each in a field of our own, which its clients pass over. */
const chatModels = async (caller: Caller, ports: Ports): Promise<WireModels> => {
  const snapshot = await ports.pool.snapshot()
  const one = (id: string) => {
    const { vendor = UNKNOWN_OWNER, ...weir } = ports.modelFacts(chargedName(id, caller, snapshot), caller.group)
    return { id, object: 'model', created: CREATED, owned_by: vendor, permission: PERMISSIONS, root: id, parent: null, weir }
  }
  return { list: (ids) => ({ object: 'list', data: ids.map(one) }), one }
}

interface AskedModels {
  /** Absent: OpenAI's. */
  readonly form: WireModels | undefined
  readonly query: URLSearchParams
}

export const listModels = async ({ form, query }: AskedModels, caller: Caller, ports: Ports) => {
  const models = withEfforts(await modelsFor(caller, ports), ports)
  return (form ?? (await chatModels(caller, ports))).list(models, query)
}

interface AskedModel {
  readonly model: string
  readonly form: WireModels | undefined
}

export const getModel = async ({ model, form }: AskedModel, caller: Caller, ports: Ports) => {
  const problem = modelProblem(model)
  if (problem !== undefined) throw new RelayRefusal('invalid-request', { problem, param: problem.param })
  const models = await modelsFor(caller, ports)
  const base = ports.routing().allowsEffortSuffixes ? splitEffortSuffix(model)?.model : undefined
  if (!models.includes(model) && (base === undefined || !models.includes(base)))
    throw new RelayRefusal('model-unknown', { params: { model }, param: 'model' })
  return (form ?? (await chatModels(caller, ports))).one(model)
}

import type { WireModels } from '@weir/dialects/model/caller-wire'
import { modelProblem } from '@weir/dialects/openai-chat/model-name'
import type { Caller } from '../stage-types.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'

/** The date this family of gateways has always given for every model. */
const CREATED = 1626777600

const modelObject = (id: string) => ({ id, object: 'model', created: CREATED, owned_by: 'custom', root: id, parent: null })

const modelsFor = async (caller: Caller, ports: Ports): Promise<readonly string[]> => {
  const offered = (await ports.pool.snapshot()).modelsOf(caller.group)
  return caller.models.length === 0 ? offered : offered.filter((model) => caller.models.includes(model))
}

/** As OpenAI's endpoint lists them. */
const CHAT_MODELS: WireModels = { list: (ids) => ({ object: 'list', data: ids.map(modelObject) }), one: modelObject }

interface AskedModels {
  /** Absent: OpenAI's. */
  readonly form: WireModels | undefined
  readonly query: URLSearchParams
}

export const listModels = async ({ form = CHAT_MODELS, query }: AskedModels, caller: Caller, ports: Ports) =>
  form.list(await modelsFor(caller, ports), query)

interface AskedModel {
  readonly model: string
  readonly form: WireModels | undefined
}

export const getModel = async ({ model, form = CHAT_MODELS }: AskedModel, caller: Caller, ports: Ports) => {
  const problem = modelProblem(model)
  if (problem !== undefined) throw new RelayRefusal('invalid-request', { problem, param: problem.param })
  const models = await modelsFor(caller, ports)
  if (!models.includes(model)) throw new RelayRefusal('model-unknown', { params: { model }, param: 'model' })
  return form.one(model)
}

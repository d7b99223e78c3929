import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refused, demand, readJson, serveNative, type NativeFake } from '../native-server.ts'
import { ENDLESS } from '../script.ts'

export const DRAWN_IMAGE = 'https://dashscope-result.example.com/weir.png'
export const UNSUITABLE = 'Something that must not be drawn'

const body = z.strictObject({
  model: z.string().min(1),
  input: z.strictObject({ prompt: z.string().min(1).max(800), negative_prompt: z.string().optional() }),
  parameters: z.strictObject({
    size: z
      .string()
      .regex(/^\d+\*\d+$/)
      .optional(),
    n: z.int().min(1).max(4).default(1),
    seed: z.int().optional(),
  }),
})

type Status = 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED'

interface Task {
  readonly id: string
  readonly count: number
  /** What asking for it leads to. */
  readonly next: Status
  status: Status
}

const shown = ({ id, count, status }: Task): object => ({
  request_id: 'fake',
  output: {
    task_id: id,
    task_status: status,
    ...(status === 'SUCCEEDED' && { results: Array.from({ length: count }, () => ({ url: DRAWN_IMAGE })) }),
    ...(status === 'FAILED' && { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content.' }),
  },
  ...(status === 'SUCCEEDED' && { usage: { image_count: count } }),
})

const nextOf = (prompt: string): Status => {
  if (prompt.includes(ENDLESS)) return 'PENDING'
  return prompt === UNSUITABLE ? 'FAILED' : 'SUCCEEDED'
}

const CODES: Readonly<Record<number, string>> = { 400: 'InvalidParameter', 401: 'InvalidApiKey', 403: 'AccessDenied' }

/** Pictures of Alibaba: a task waits in a queue and is asked for by its name. Only what still waits can be taken out of the queue. */
export const openDashscopeImages = (key: string): NativeFake => {
  const tasks = new Map<string, Task>()
  const asked = new Set<string>()
  let canceled = 0

  const create = async (request: Request): Promise<Task> => {
    const isAsync = request.headers.get('x-dashscope-async') === 'enable'
    demand(isAsync, 403, 'current user api does not support synchronous calls')
    const { input, parameters } = await readJson(request, body)
    const task: Task = { id: randomUUID(), count: parameters.n, status: 'PENDING', next: nextOf(input.prompt) }
    tasks.set(task.id, task)
    return task
  }

  const poll = (task: Task): Task => {
    asked.add(task.id)
    task.status = task.next
    return task
  }

  const cancel = (task: Task): Task => {
    demand(task.status === 'PENDING', 400, 'Failed to cancel the task, please confirm if the task is in PENDING status.')
    task.status = 'CANCELED'
    canceled++
    return task
  }

  const known = (id: string | undefined): Task => {
    const task = tasks.get(id ?? '')
    if (task === undefined) throw new Refused(400, 'Request task does not exist')
    return task
  }

  const fake = serveNative({
    knowsNoEnd: true,
    answer: async (request) => {
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, 'Invalid API-key provided.')
      const { pathname } = new URL(request.url)
      const isPost = request.method === 'POST'
      if (isPost && pathname === '/api/v1/services/aigc/text2image/image-synthesis') return Response.json(shown(await create(request)))
      const [, id, verb] = /^\/api\/v1\/tasks\/([\w-]+)(\/cancel)?$/.exec(pathname) ?? []
      demand(id !== undefined && isPost === (verb !== undefined), 404, 'url error, please check url')
      return Response.json(shown((isPost ? cancel : poll)(known(id))))
    },
    refuse: (status, message) => Response.json({ request_id: 'fake', code: CODES[status] ?? 'InternalError', message }, { status }),
  })
  return { ...fake, begun: () => asked.size, canceled: () => canceled }
}

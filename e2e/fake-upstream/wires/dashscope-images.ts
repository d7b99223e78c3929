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

const picture = z.union([
  z.url({ protocol: /^https?$/ }),
  z.string().regex(/^data:image\/(?:png|jpeg|webp|bmp|tiff|gif);base64,[A-Za-z0-9+/]+=*$/),
])

/** An edit: one to three pictures, and then what is to be done with them. */
const editBody = z.strictObject({
  model: z.string().regex(/^qwen-image-edit-plus/),
  input: z.strictObject({
    messages: z.tuple([
      z.strictObject({
        role: z.literal('user'),
        content: z
          .array(z.union([z.strictObject({ image: picture }), z.strictObject({ text: z.string().min(1).max(800) })]))
          .min(2)
          .max(4)
          .refine((content) => content.every((part, at) => 'text' in part === (at === content.length - 1)), 'one text, at the end'),
      }),
    ]),
  }),
  parameters: z.strictObject({
    n: z.int().min(1).max(6).default(1),
    size: z
      .string()
      .regex(/^\d{3,4}\*\d{3,4}$/)
      .optional(),
    negative_prompt: z.string().max(500).optional(),
    prompt_extend: z.boolean().optional(),
    watermark: z.boolean().optional(),
    seed: z.int().min(0).optional(),
  }),
})

/** The bytes of what was edited. */
export const EDITED_IMAGE = Buffer.from('\x89PNG\r\n\x1a\nedited', 'latin1')
const EDITED_PATH = '/results/edited.png'

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

  const edit = async (request: Request): Promise<Response> => {
    const { parameters } = await readJson(request, editBody)
    const content = Array.from({ length: parameters.n }, () => ({ image: new URL(EDITED_PATH, request.url).href }))
    const output = { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] }
    return Response.json({ request_id: 'fake', output, usage: { width: 1024, height: 1024, image_count: parameters.n } })
  }

  /** Signed by its address: a second credential would be refused. */
  const give = (request: Request): Response => {
    demand(!request.headers.has('authorization'), 400, 'Only one authentication mechanism is allowed')
    return new Response(EDITED_IMAGE, { headers: { 'content-type': 'image/png' } })
  }

  const known = (id: string | undefined): Task => {
    const task = tasks.get(id ?? '')
    if (task === undefined) throw new Refused(400, 'Request task does not exist')
    return task
  }

  const fake = serveNative({
    knowsNoEnd: true,
    answer: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === EDITED_PATH) return give(request)
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, 'Invalid API-key provided.')
      const isPost = request.method === 'POST'
      if (isPost && pathname === '/api/v1/services/aigc/multimodal-generation/generation') return await edit(request)
      if (isPost && pathname === '/api/v1/services/aigc/text2image/image-synthesis') return Response.json(shown(await create(request)))
      const [, id, verb] = /^\/api\/v1\/tasks\/([\w-]+)(\/cancel)?$/.exec(pathname) ?? []
      demand(id !== undefined && isPost === (verb !== undefined), 404, 'url error, please check url')
      return Response.json(shown((isPost ? cancel : poll)(known(id))))
    },
    refuse: (status, message) => Response.json({ request_id: 'fake', code: CODES[status] ?? 'InternalError', message }, { status }),
  })
  return { ...fake, begun: () => asked.size, canceled: () => canceled }
}

import { describe, expect, it } from 'bun:test'
import { hasMoreValuesThan } from '../json.ts'
import { parseJsonTask } from '../openai-tasks/parse-task.ts'
import { parseResponsesCall } from '../openai-responses/parse-call.ts'
import { parseChatCall } from './parse-call.ts'

const wide = `{"model":"m","input":[${Array.from({ length: 800_000 }, () => '1').join(',')}]}`

describe('a body with more values than are parsed', () => {
  it('is refused by every reader before it is parsed', () => {
    for (const parsed of [parseChatCall(wide), parseResponsesCall(wide), parseJsonTask('embeddings', wide)])
      expect(parsed).toEqual({
        ok: false,
        problem: { param: '', zh: '请求体中的值超过 500000 个', en: 'The request body holds more than 500000 values' },
      })
  })

  it('is told by its commas outside strings', () => {
    expect([hasMoreValuesThan('[1,2,3,4]', 4), hasMoreValuesThan('[1,2,3,4]', 3)]).toEqual([false, true])
    expect(hasMoreValuesThan(`["${','.repeat(50)}","\\\\",",,\\",,"]`, 3)).toBe(false)
    expect(hasMoreValuesThan(`["\\\\",1,2,3,"${'x'.repeat(50)}"]`, 4)).toBe(true)
    expect(hasMoreValuesThan(`"${'x'.repeat(50)}`, 3)).toBe(false)
  })
})

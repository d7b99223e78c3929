import { describe, expect, it } from 'bun:test'
import type { Task } from '@weir/dialects/model/task'
import { RelayRefusal } from '../refusal.ts'
import { openHarness } from '../testing/harness.ts'
import { identityOf } from '../testing/sample-records.ts'
import { relayTask } from './task.ts'

/** The provider of the harness has no tasks, so that whatever is understood finds no channel. */
const asked = async (task: Task, contentType: string, body: string): Promise<string> => {
  const line = openHarness({ replies: [] })
  const input = { ...line.inputOf(), task, contentType, body: Buffer.from(body), pathModel: undefined }
  try {
    return String((await relayTask(input, { ...identityOf(), pinnedChannelId: undefined }, line.ports)).status)
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error
    return error.kind === 'invalid-request' ? `${error.kind} ${error.options.param} ${error.text('en')}` : error.kind
  }
}

describe('a task', () => {
  it.each<readonly [Task, string, string]>([
    ['audio/transcriptions', 'multipart/form-data; boundary=b', 'invalid-request  The request body is not a valid multipart form'],
    ['audio/translations', 'text/plain', 'body-type'],
    ['audio/transcriptions', 'text/plain', 'body-type'],
    ['images/edits', 'application/x-www-form-urlencoded', 'body-type'],
    ['images/variations', 'text/plain', 'body-type'],
    ['images/edits', 'Application/JSON; charset=utf-8', 'no-channel'],
    ['images/edits', '', 'no-channel'],
    ['embeddings', 'text/plain', 'no-channel'],
  ])('of %s as %p is answered with %p', async (task, contentType, told) => {
    expect(await asked(task, contentType, '{"model":"m","input":"x","prompt":"x"}')).toBe(told)
  })

  it('is refused by the field that is wrong', async () => {
    expect(await asked('embeddings', 'application/json', '{"model":"m"}')).toBe('invalid-request input The field input is missing')
  })
})

import { afterEach, describe, expect, it } from 'bun:test'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { MODEL, closeStand, nextLog, openStand, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const open: Stand[] = []

afterEach(async () => {
  for (const stand of open.splice(0)) await closeStand(stand)
})

const PATIENCE_MS = 60_000
const MILLION = 'a'.repeat(1_000_000)

/** A stream whose first words come at once and whose end never comes. */
const begin = async (
  stand: Stand,
  signal: AbortSignal,
): Promise<{ read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> }> => {
  const content = ask({ events: 3, waits: 'between-events', text: 'one two three', usage: null })
  const response = await fetch(`${stand.weir.url}/v1/chat/completions`, {
    method: 'POST',
    signal,
    headers: { authorization: `Bearer sk-${stand.token.key}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({
      model: MODEL,
      stream: true,
      messages: [
        { role: 'system', content: MILLION },
        { role: 'user', content },
      ],
    }),
  })
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('the reply has no body')
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('one')
  return reader
}

/** By their size, the words of this reply would be 18 tokens. */
const countedReply = async (stand: Stand, logsBefore: number): Promise<number> => {
  const content = ask({ text: 'A weir lets the river pass and knows how much.', usage: null })
  await stand.openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] })
  return (await nextLog(stand.root, logsBefore)).completion_tokens
}

/** The first count reads a table of some megabytes. On a busy machine that takes longer than a count may wait. */
const tableIsRead = async (stand: Stand): Promise<number> => {
  let logs = 0
  while ((await countedReply(stand, logs++)) !== 12) if (logs === 20) throw new Error('no reply was counted by the table')
  return logs
}

describe('a prompt of one letter a million times, left after the first words', () => {
  it(
    'is charged within seconds, and the next caller without reported usage is counted at once and exactly',
    async () => {
      const stand = await openStand()
      open.push(stand)
      const logs = await tableIsRead(stand)
      const caller = new AbortController()
      await begin(stand, caller.signal)
      caller.abort()
      const cut = await nextLog(stand.root, logs)
      expect(cut.prompt_tokens).toBeGreaterThan(125_000)
      expect(cut.prompt_tokens).toBeLessThan(125_500)

      // One that had to wait for the long prompt would be estimated by its size.
      expect(await countedReply(stand, logs + 1)).toBe(12)
    },
    PATIENCE_MS,
  )

  it(
    'is charged, and its stream ends with an error frame, also when the server stops meanwhile',
    async () => {
      const stand = await openStand({ environment: { DRAIN_TIMEOUT: '1' } })
      open.push(stand)
      const reader = await begin(stand, new AbortController().signal)
      const ended = stand.weir.stop()
      let rest = ''
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) rest += new TextDecoder().decode(piece.value)
      expect(rest).toContain('"shutting_down"')
      expect(await ended).toBe(0)
      const again = await Weir.start({ dataDir: stand.weir.dataDir, environment: stand.weir.environment })
      try {
        const row = await nextLog(await ApiClient.signIn(again.url), 0)
        expect(row).toMatchObject({ type: 2, model_name: MODEL, is_stream: true })
        expect(row.prompt_tokens).toBeGreaterThan(125_000)
      } finally {
        await again.close()
      }
    },
    PATIENCE_MS,
  )
})

import { beforeAll, expect, it } from 'bun:test'
import { createChannel, editChannel, listChannels } from '@weir/contract/channel'
import { setOption } from '@weir/contract/site'
import { getStatus } from '@weir/contract/status'
import { createToken, editToken, type TokenObject } from '@weir/contract/token'
import { eventually } from '../../tools/testing/eventually.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { MODEL, UPSTREAM_KEY, unitsFor } from '../harness/stand.ts'
import { chatAt, type Nodes } from './nodes.ts'

const CONTENT = ask({ usage: { prompt_tokens: 100, completion_tokens: 10 } })
/** Of a price of 10.5 units, which costs 11. */
const TWICE = 21
/** How long a node may go on with what was before. */
const MOST_MS = 1000

/** The cases of a change at one of three nodes. Afterwards everything is as it was before, but for the name of the system. */
export const itSeesChanges = (nodesOf: () => Nodes): void => {
  let nodes: Nodes
  let token: TokenObject
  beforeAll(async () => {
    nodes = nodesOf()
    token = await nodes.stand.root.call(createToken, { body: { name: 'changing', unlimited_quota: true } })
  })

  const statusAt = async (url: string): Promise<number> => (await chatAt(url, { key: token.key })).status

  /** Milliseconds from the answer to the change until the last call was begun, at any node, that was still served as before. */
  const staleAfter = async (change: () => Promise<unknown>, isSeenAt: (url: string) => Promise<boolean>): Promise<number> => {
    // Every node has just looked: what it knows is as fresh as it can be, and lasts as long as it can.
    expect(await Promise.all(nodes.urls.map(isSeenAt))).toEqual([false, false, false])
    await change()
    const changedAt = performance.now()
    const stale = await Promise.all(
      nodes.urls.map(async (url) => {
        let last = 0
        await eventually('the change to be seen', async () => {
          const begunAt = performance.now()
          if (await isSeenAt(url)) return true
          last = begunAt - changedAt
          return undefined
        })
        return last
      }),
    )
    return Math.max(...stale)
  }

  it('see a change of a token within a second', async () => {
    const switchTo = (status: 1 | 2) => () =>
      nodes.stand.root.call(editToken, { body: { id: token.id, status }, query: { status_only: 'true' } })
    expect(await staleAfter(switchTo(2), async (url) => (await statusAt(url)) === 401)).toBeLessThan(MOST_MS)
    expect(await staleAfter(switchTo(1), async (url) => (await statusAt(url)) === 200)).toBeLessThan(MOST_MS)
  })

  it('see a change of a channel within a second', async () => {
    const { root, fake } = nodes.stand
    const body = { type: 1, name: 'preferred', key: UPSTREAM_KEY, base_url: fake.url, models: MODEL, priority: 9 }
    const asked = { model: `${MODEL}-renamed` }
    const isRenamedAt = async (url: string): Promise<boolean> => {
      const before = fake.journal.length
      await chatAt(url, { key: token.key, content: url })
      return fake.journal.slice(before).some(({ body: sent }) => sent['model'] === asked.model && JSON.stringify(sent).includes(url))
    }
    const create = () => root.call(createChannel, { body: { ...body, model_mapping: JSON.stringify({ [MODEL]: asked.model }) } })
    expect(await staleAfter(create, isRenamedAt)).toBeLessThan(MOST_MS)
    const [channel] = await root.call(listChannels, { query: { p: 0 } })
    expect(channel?.name).toBe('preferred')
    const disable = () => root.call(editChannel, { body: { id: channel?.id ?? 0, status: 2 } })
    expect(await staleAfter(disable, async (url) => !(await isRenamedAt(url)))).toBeLessThan(MOST_MS)
  })

  it('see a change of a price, and charge by it, within a second', async () => {
    const isDoubledAt = async (url: string): Promise<boolean> => {
      const reply = await chatAt(url, { key: token.key, content: CONTENT })
      const id = reply.headers.get('x-request-id') ?? ''
      await reply.text()
      const countOf = (quota: number) => nodes.database.count(`logs where request_id = '${id}' and quota = ${quota}`)
      const [before, after] = await Promise.all([countOf(unitsFor(100, 10)), countOf(TWICE)])
      expect([before, after].toSorted()).toEqual([0, 1])
      return after === 1
    }
    const ratio = (value: 1 | 2) => () => nodes.stand.root.call(setOption, { body: { key: 'GroupRatio', value: `{"default":${value}}` } })
    expect(await staleAfter(ratio(2), isDoubledAt)).toBeLessThan(MOST_MS)
    expect(await staleAfter(ratio(1), async (url) => !(await isDoubledAt(url)))).toBeLessThan(MOST_MS)
  })

  it('see a change of an option within a second', async () => {
    const name = `Weir ${crypto.randomUUID()}`
    const change = () => nodes.stand.root.call(setOption, { body: { key: 'SystemName', value: name } })
    const isNamedAt = async (url: string) => (await (await fetch(`${url}${getStatus.path}`)).text()).includes(name)
    expect(await staleAfter(change, isNamedAt)).toBeLessThan(MOST_MS)
  })
}

import { expect, it } from 'bun:test'
import { eventually } from '../../../../tools/testing/eventually.ts'
import type { Listener, Messages } from '../dialect/messages.ts'
import type { Store } from '../open-store.ts'
import { describeStore } from '../testing/store-harness.ts'
import { createChanges } from './changes.ts'

const ROOT = { id: 1, role: 100 }

const heard = (store: Store): Promise<boolean> =>
  eventually('messages to be heard', async () => {
    await store.changes.follow()
    return store.changes.isHeard() ? true : undefined
  })

describeStore('changes of other processes', (harness) => {
  const twoStores = async () => ({
    one: await harness.open(harness.database, { nodeId: 'one' }),
    other: await harness.open(harness.database, { nodeId: 'other' }),
  })

  /** By a key of the other process, while no time passes: what is known would be good for a second. */
  const seen = async (one: Store, other: Store, key: string): Promise<string> => {
    const userId = await other.users.create({ username: key, passwordHash: '', displayName: '', role: 1, startQuota: 1 })
    await one.identities.find(key)
    const fields = { name: 'token', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
    await other.tokens.create(userId, key, fields)
    if (!one.changes.isHeard()) {
      const atOnce = await one.identities.find(key)
      harness.nowMs += 1000
      return `${atOnce === undefined ? 'not yet' : 'at once'}, then ${(await one.identities.find(key))?.tokenName ?? 'nothing'}`
    }
    await eventually('the new key to be known', async () => await one.identities.find(key))
    return 'heard of'
  }

  it('are heard of where the database can tell, and seen after a second elsewhere', async () => {
    const { one, other } = await twoStores()
    await one.changes.follow()
    if (harness.name !== 'PostgreSQL') {
      expect(one.changes.isHeard()).toBe(false)
      expect(await seen(one, other, 'polled')).toBe('not yet, then token')
      return
    }
    await heard(one)
    expect(await seen(one, other, 'first')).toBe('heard of')

    let told = 0
    one.changes.onChange('options', () => told++)
    await other.options.set([{ name: 'SystemName', value: 'Other', isSecret: false }], ROOT)
    await eventually('the option to be told of', () => (told === 1 ? true : undefined))
    // Its own change a process knows already.
    await one.options.set([{ name: 'SystemName', value: 'Own', isSecret: false }], ROOT)
    await other.options.delete('SystemName')
    await eventually('the deletion to be told of', () => (told === 2 ? true : undefined))
  })

  it('are seen after a second while the connection is lost, and heard of again after it', async () => {
    if (harness.name !== 'PostgreSQL') return
    const { one, other } = await twoStores()
    await heard(one)
    await harness.dropConnections()
    await eventually('the loss to be known', () => (one.changes.isHeard() ? undefined : true))
    expect(await seen(one, other, 'lost')).toBe('not yet, then token')
    await heard(one)
    expect(await seen(one, other, 'again')).toBe('heard of')
  })
})

it('messages that do not come back are not relied on, and not asked for every second', async () => {
  let nowMs = 0
  const opened: Listener[] = []
  let closed = 0
  const messages: Messages = {
    send: () => Promise.resolve(),
    listen: (listener) => {
      opened.push(listener)
      return Promise.resolve({ close: () => Promise.resolve(void closed++) })
    },
  }
  const changes = createChanges({ messages, nodeId: 'one', clock: () => nowMs })
  for (; nowMs < 29_000; nowMs += 1000) await changes.follow()
  expect([changes.isHeard(), opened.length, closed]).toEqual([false, 1, 1])
  for (; nowMs < 31_000; nowMs += 1000) await changes.follow()
  expect(opened).toHaveLength(2)

  opened[1]?.onMessage('probe one')
  expect(changes.isHeard()).toBe(true)
  opened[1]?.onLost()
  expect(changes.isHeard()).toBe(false)
  await changes.follow()
  expect(opened).toHaveLength(3)
})

it('a connection that is lost while it opens is opened again, and one that opens too late is closed', async () => {
  let nowMs = 0
  let isLostAtOnce = true
  const sent: string[] = []
  let opened = 0
  let closed = 0
  const opening = Promise.withResolvers<void>()
  const messages: Messages = {
    send: (text) => Promise.resolve(void sent.push(text)),
    listen: async (listener) => {
      opened++
      if (isLostAtOnce) listener.onLost()
      else await opening.promise
      return { close: () => Promise.resolve(void closed++) }
    },
  }
  const changes = createChanges({ messages, nodeId: 'one', clock: () => nowMs })
  await changes.follow()
  expect([opened, sent]).toEqual([1, []])
  isLostAtOnce = false
  nowMs += 60_000
  const late = changes.follow()
  expect(opened).toBe(2)
  await changes.close()
  opening.resolve()
  await late
  expect([closed, sent]).toEqual([1, []])
})

it('however often something changes, it is acted on once in a while, and after the last change', async () => {
  let acted = 0
  const rests: (() => void)[] = []
  const listeners: Listener[] = []
  const messages: Messages = {
    send: () => Promise.resolve(),
    listen: (listener) => {
      listeners.push(listener)
      return Promise.resolve({ close: () => Promise.resolve() })
    },
  }
  const rest = () => new Promise<void>((resolve) => rests.push(resolve))
  const changes = createChanges({ messages, nodeId: 'one', clock: () => 0, rest })
  changes.onChange('channels', () => acted++)
  await changes.follow()
  for (const text of ['channels two', 'channels three', 'channels one', 'budgets two', 'nonsense']) listeners[0]?.onMessage(text)
  expect(acted).toBe(1)
  rests[0]?.()
  await eventually('the change of the third', () => (acted === 2 ? true : undefined))
})

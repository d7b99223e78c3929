import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { keyReferences } from './0017-key-references.ts'

const CHANNEL = {
  type: 1,
  name: 'c',
  weight: 0,
  priority: 0,
  baseUrl: '',
  other: '',
  models: 'm',
  group: 'default',
  modelMapping: '',
  config: '',
  systemPrompt: '',
}

describeStore('keys of channels that read like a reference', (harness) => {
  it('are the keys themselves when they were saved before there were references, until they are saved anew', async () => {
    const database = await harness.fresh()
    const old = await harness.open(database)
    const [id = 0] = await old.channels.createMany([{ ...CHANNEL, key: 'env:WEIR_CHANNEL_ONE' }])
    await harness.raw(async ({ kysely }) => {
      await kysely.schema.alterTable('channels').dropColumn('is_key_reference').execute()
      await kysely.deleteFrom('migrations').where('name', '=', keyReferences.name).execute()
    }, database)

    const store = await harness.open(database, { nodeId: 'node-2' })
    const read = async () => {
      const target = await store.channels.target(id)
      return [target?.channel.key, target?.channel.isKeyReference]
    }
    expect(await read()).toEqual(['env:WEIR_CHANNEL_ONE', false])
    await store.channels.update(id, { name: 'renamed' })
    expect(await read()).toEqual(['env:WEIR_CHANNEL_ONE', false])
    await store.channels.update(id, { key: 'env:WEIR_CHANNEL_ONE', isKeyReference: true })
    expect(await read()).toEqual(['env:WEIR_CHANNEL_ONE', true])
    await store.channels.update(id, { key: 'file:literally' })
    expect(await read()).toEqual(['file:literally', false])
    expect((await store.pool.snapshot()).byId(id)?.isKeyReference).toBe(false)
  })
})

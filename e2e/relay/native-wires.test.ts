import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import { APIUserAbortError, toFile } from 'openai'
import { openBaidu, type BaiduFake } from '../fake-upstream/wires/baidu.ts'
import { DEFAULT_TEXT } from '../fake-upstream/behaviour.ts'
import { DRAWN_IMAGE, EDITED_IMAGE, UNSUITABLE, openDashscopeImages } from '../fake-upstream/wires/dashscope-images.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { ENDLESS } from '../fake-upstream/script.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { closeStand, openStand, type Stand } from '../harness/stand.ts'
import { Talk, refusalOf, user } from '../sdk/conversation.ts'
import { effectOf } from '../sdk/effect.ts'

const BAIDU = { type: 15, key: 'an-api-key|a-secret-key', models: 'ERNIE-4.0-8K' }
const ALI = { type: 17, key: 'sk-ali', models: 'wanx-v1,qwen-image-edit-plus' }

let stand: Stand
let baidu: BaiduFake
let ali: NativeFake

beforeAll(async () => {
  stand = await openStand()
  baidu = openBaidu(BAIDU.key)
  ali = openDashscopeImages(ALI.key)
  await stand.root.call(createChannel, { body: { ...BAIDU, name: 'Baidu', base_url: baidu.url } })
  await stand.root.call(createChannel, { body: { ...ALI, name: 'Alibaba', base_url: ali.url } })
})

afterAll(async () => {
  await closeStand(stand)
  await baidu.stop()
  await ali.stop()
})

describe('a token that a key is exchanged for', () => {
  it('is fetched once for many calls, and again when it is revoked', async () => {
    const talk = new Talk(stand.openai, BAIDU.models)
    const ask = async (): Promise<string> => (await talk.whole(user('hello'))).text
    expect(await Promise.all([ask(), ask()])).toEqual([DEFAULT_TEXT, DEFAULT_TEXT])
    expect(baidu.tokensGiven()).toBe(1)
    baidu.revokeTokens()
    expect(await ask()).toBe(DEFAULT_TEXT)
    expect(baidu.tokensGiven()).toBe(2)
  })
})

describe('a picture that takes its time', () => {
  const draw = (prompt: string, n = 1, signal?: AbortSignal) =>
    stand.openai.images.generate({ model: 'wanx-v1', prompt, n, size: '1024x1024' }, { ...(signal && { signal }) })

  it('is waited for and counted', async () => {
    const { value, log, spent } = await effectOf(stand.root, () => draw('a weir', 2))
    expect(value.data?.map(({ url }) => url)).toEqual([DRAWN_IMAGE, DRAWN_IMAGE])
    expect([log.model_name, log.prompt_tokens, log.quota]).toEqual(['wanx-v1', 2000, spent])
    expect(spent).toBeGreaterThan(0)
    expect(ali.refusals).toEqual([])
  })

  it('that cannot be drawn is refused and costs nothing', async () => {
    const { value, spent } = await effectOf(stand.root, () => refusalOf(draw(UNSUITABLE)))
    expect([value.status, spent]).toEqual([400, 0])
  })

  it('leaves the queue when its caller leaves', async () => {
    const before = ali.begun()
    const caller = new AbortController()
    const { spent } = await effectOf(stand.root, async () => {
      const call = draw(ENDLESS, 1, caller.signal).catch((reason: unknown) => reason)
      await eventually('the picture has been asked for', () => (ali.begun() > before ? true : undefined))
      caller.abort()
      expect(await call).toBeInstanceOf(APIUserAbortError)
    })
    await eventually('the task is canceled', () => (ali.canceled?.() === 1 ? true : undefined))
    expect(spent).toBe(0)
  })
})

describe('a picture that is edited', () => {
  const PNG = Buffer.from('iVBORw0KGgoAAAAN', 'base64')
  const edit = async (response_format: 'url' | 'b64_json', over: object = {}) =>
    await stand.openai.images.edit({
      model: 'qwen-image-edit-plus',
      image: [await toFile(PNG, 'weir.png', { type: 'image/png' }), await toFile(PNG, 'boat.png', { type: 'image/png' })],
      prompt: 'the boat of the second picture on the first',
      n: 2,
      size: '1024x1024',
      response_format,
      ...over,
    })

  it('comes as bytes where they are asked for, fetched without the key, and costs what its address would', async () => {
    const linked = await effectOf(stand.root, () => edit('url'))
    const { value, log, spent } = await effectOf(stand.root, () => edit('b64_json'))
    const bytes = EDITED_IMAGE.toString('base64')
    expect(value.data?.map(({ b64_json, url }) => [b64_json, url])).toEqual([
      [bytes, undefined],
      [bytes, undefined],
    ])
    expect(linked.value.data?.map(({ url }) => url)).toEqual([`${ali.url}/results/edited.png`, `${ali.url}/results/edited.png`])
    expect([log.model_name, log.prompt_tokens, log.quota, spent]).toEqual(['qwen-image-edit-plus', 2000, linked.spent, linked.spent])
    expect(spent).toBeGreaterThan(0)
    expect(ali.refusals).toEqual([])
  })

  it('is refused by the name of a mask, which is nothing that upstream knows', async () => {
    const mask = await toFile(PNG, 'mask.png', { type: 'image/png' })
    const { value, spent } = await effectOf(stand.root, () => refusalOf(edit('url', { mask })))
    expect([value.status, value.message.includes('mask'), spent]).toEqual([400, true, 0])
  })
})

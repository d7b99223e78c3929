import { createChannel } from '@weir/contract/channel'
import { LogType, listOwnLogs, type LogObject } from '@weir/contract/log'
import { createToken, type TokenObject } from '@weir/contract/token'
import { getSelf, type UserObject } from '@weir/contract/user'
import OpenAI from 'openai'
import { FakeOpenai } from '../fake-upstream/openai/openai.ts'
import { ApiClient } from './api-client.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { Weir, type WeirOptions } from './weir.ts'

export const UPSTREAM_KEY = 'sk-upstream-7f3a9c51e2'
export const MODEL = 'gpt-4o-mini'

const OPENAI_CHANNEL = 1

/** A running product with one channel to the fake provider and one token. */
export interface Stand {
  readonly weir: Weir
  readonly fake: FakeOpenai
  readonly root: ApiClient
  readonly token: TokenObject
  readonly openai: OpenAI
}

export const openaiClient = (url: string, key: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })

interface HarnessOptions extends WeirOptions {
  /** Of root, where it is not the default one. */
  readonly password?: string
}

export const openStand = async (options: HarnessOptions = {}): Promise<Stand> => {
  const fake = new FakeOpenai([UPSTREAM_KEY])
  const weir = await Weir.start(options)
  const root = await ApiClient.signIn(weir.url, 'root', options.password)
  const body = { type: OPENAI_CHANNEL, name: 'fake', key: UPSTREAM_KEY, base_url: fake.url, models: `${MODEL},gpt-4o` }
  await root.call(createChannel, { body })
  const token = await root.call(createToken, { body: { name: 'first', unlimited_quota: true } })
  return { weir, fake, root, token, openai: openaiClient(weir.url, `sk-${token.key}`) }
}

export const closeStand = async ({ weir, fake }: Stand): Promise<void> => {
  await weir.close()
  await fake.stop()
}

export const selfOf = (root: ApiClient): Promise<UserObject> => root.call(getSelf, {})

const LOG_PAGE = 100

/** Of requests that were let in: rows of refusals are written behind the reply, whenever there is time. */
export const ownLogs = async (root: ApiClient): Promise<readonly LogObject[]> =>
  await root.call(listOwnLogs, { query: { p: 0, page_size: LOG_PAGE, type: LogType.consume, start_timestamp: 0, end_timestamp: 0 } })

/** The newest log row once there are more of them than before. */
export const nextLog = (root: ApiClient, rowsBefore: number): Promise<LogObject> =>
  eventually('a new log row', async () => {
    const rows = await ownLogs(root)
    return rows.length > rowsBefore ? rows[0] : undefined
  })

/** gpt-4o-mini costs 15 cents per million input tokens and 60 per million output tokens; a dollar is 500 000 units. Rounded up once. */
export const unitsFor = (promptTokens: number, completionTokens: number): number =>
  Math.ceil((promptTokens * 15 + completionTokens * 60) / 200)

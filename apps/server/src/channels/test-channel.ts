import { catalog } from '@weir/contract/catalog/catalog'
import type { ChannelObject } from '@weir/contract/channel'
import { renderRefusal, type Language } from '@weir/contract/errors'
import { LogType } from '@weir/contract/log'
import { splitList } from '@weir/contract/values/quantity'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Ports } from '@weir/relay/ports'
import { testChannelOnce } from '@weir/relay/channel-tools/test-channel-once'
import type { Channels } from '@weir/store/repositories/channels'
import type { Logs } from '@weir/store/repositories/logs/logs'
import { withoutSecrets } from '@weir/relay/upstream/without-secrets'
import { missingKey, resolveTarget } from './resolved-target.ts'
import { noModelText, testRowText } from './channel-texts.ts'

const PROMPT = 'Reply with the name of your model and nothing else.'
const USUAL_MODEL = 'gpt-3.5-turbo'
const MAX_MESSAGE = 512
const MAX_WAIT_MS = 30_000
const MAX_REPLY_BYTES = 1024 * 1024

export interface ChannelTest {
  readonly isPassed: boolean
  /** The reply's text, or the reason in upstream's words. Free of secrets. */
  readonly message: string
  readonly model: string
  readonly ms: number
  readonly fault: UpstreamFault | 'none'
}

export interface TestOptions {
  /** Empty: the usual model where it is listed, else the first that can chat. */
  readonly model: string
  readonly language: Language
  readonly requestId: string
  readonly signal: AbortSignal
  /** A failed test sets the shown response time to 0, unless a run over all channels says otherwise. */
  readonly keepsTimeOfFailure?: boolean
}

export type TestChannel = (channel: ChannelObject, options: TestOptions) => Promise<ChannelTest>

interface Dependencies {
  readonly channels: Pick<Channels, 'target' | 'update'>
  readonly logs: Pick<Logs, 'add'>
  readonly ports: Ports
}

/** An unknown model is taken for a chat model: that is what most of them are. */
const canChat = (model: string): boolean => (catalog.get(model)?.mode ?? 'chat') === 'chat'

export const modelToTest = (listed: readonly string[], asked: string): string | undefined => {
  if (asked !== '') return asked
  return listed.includes(USUAL_MODEL) ? USUAL_MODEL : listed.find(canChat)
}

const shortened = (text: string): string => [...text].slice(0, MAX_MESSAGE).join('')

/** An address that an admin names must not make the server wait or read for long: the answer is a few words. */
const inShort = (ports: Ports): Ports => ({
  ...ports,
  settings: () => {
    const usual = ports.settings()
    return {
      ...usual,
      firstByteTimeoutMs: Math.min(usual.firstByteTimeoutMs, MAX_WAIT_MS),
      idleTimeoutMs: Math.min(usual.idleTimeoutMs, MAX_WAIT_MS),
      maxReplyBytes: Math.min(usual.maxReplyBytes, MAX_REPLY_BYTES),
    }
  },
})

/** One short chat with a channel, charged to no account. Writes down how it went and never changes the channel's state. */
export const createTestChannel = ({ channels, logs, ports }: Dependencies): TestChannel => {
  const tried = async (channel: ChannelObject, model: string, options: TestOptions): Promise<ChannelTest> => {
    const read = await resolveTarget(channels, channel.id, ports.resolveKey)
    if (read === undefined) throw new Error(`channel ${channel.id} is gone`)
    const { language, requestId, signal } = options
    if (read.key === undefined) {
      return { isPassed: false, message: renderRefusal(missingKey(read), language), model, ms: 0, fault: 'unreachable' }
    }
    const trial = { channel: read.channel, model, prompt: PROMPT, input: { language, requestId, signal } }
    const result = await testChannelOnce(trial, inShort(ports))
    const text = result.ok ? result.text : result.reason
    const message = shortened(withoutSecrets(text, read.secrets))
    return { isPassed: result.ok, message, model, ms: result.ms, fault: result.ok ? 'none' : result.fault }
  }

  const writeDown = async (channel: ChannelObject, test: ChannelTest, options: TestOptions): Promise<void> => {
    await channels.update(channel.id, {
      testTime: Math.floor(ports.clock() / 1000),
      responseTimeMs: test.isPassed || options.keepsTimeOfFailure === true ? test.ms : 0,
    })
    await logs.add({
      userId: 0,
      username: '',
      type: LogType.test,
      content: testRowText(test.isPassed, test.message),
      channelId: channel.id,
      modelName: test.model,
      elapsedMs: test.ms,
      requestId: options.requestId,
      outcome: test.isPassed ? 'ok' : 'failed',
    })
  }

  return async (channel, options) => {
    const hasChat = ports.providerFor(channel.type)?.chat !== undefined
    const model = hasChat ? modelToTest(splitList(channel.models), options.model) : undefined
    const test: ChannelTest =
      model === undefined
        ? { isPassed: false, message: noModelText(options.language), model: '', ms: 0, fault: 'not-found' }
        : await tried(channel, model, options)
    await writeDown(channel, test, options)
    return test
  }
}

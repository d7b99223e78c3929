import { catalog } from '@weir/contract/catalog/catalog'
import type { ChannelObject } from '@weir/contract/channel'
import {
  PROBES,
  isBasicProbe,
  probesOf,
  reasonText,
  type Probe,
  type TestOutcome,
  type TestReason,
} from '@weir/contract/channels/channel-test'
import { notFound, renderRefusal, type Language } from '@weir/contract/errors'
import { LogType } from '@weir/contract/log'
import { parseStringMap } from '@weir/contract/values/json'
import { splitList } from '@weir/contract/values/quantity'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { canProbe, probeChannel } from '@weir/relay/channel-tools/probe-channel'
import type { Ports } from '@weir/relay/ports'
import { withoutSecrets } from '@weir/relay/upstream/without-secrets'
import type { ChannelKeys } from '@weir/store/repositories/channel-keys'
import type { Channels } from '@weir/store/repositories/channels'
import type { ChannelTests } from '@weir/store/channels/channel-tests'
import type { Logs } from '@weir/store/repositories/logs/logs'
import { draftTarget, type ChannelDraft } from './draft-target.ts'
import { missingKey, resolveTarget, type ResolvedTarget } from './resolved-target.ts'
import { noModelText, testRowText } from './channel-texts.ts'

const USUAL_MODEL = 'gpt-3.5-turbo'
const MAX_MESSAGE = 512

export interface ChannelTest {
  readonly isPassed: boolean
  readonly probe: Probe
  readonly reason: TestReason
  /** What came back, or upstream's words; empty where it gave none. Free of secrets. */
  readonly said: string
  /** The same, or else the reason in words of ours. */
  readonly message: string
  readonly model: string
  readonly ms: number
  readonly fault: UpstreamFault | 'none'
  /** Epoch seconds. */
  readonly testedAt: number
}

/** As it is kept and told. */
export const outcomeOf = ({ probe, model, isPassed, reason, said, ms, testedAt }: ChannelTest): TestOutcome => ({
  probe,
  model,
  success: isPassed,
  reason,
  message: said,
  response_time: ms,
  test_time: testedAt,
})

export interface TestOptions {
  /** Empty: the usual model where it is listed, else the first that the probe fits, those of the Responses endpoint alone last. */
  readonly model: string
  /** Absent: a short chat. */
  readonly probe?: Probe
  /** Tried in the place of the stored one. Of such a test only the row of the log is kept. */
  readonly unsavedKey?: string
  /** One of several keys of the channel. Of such a test only the row of the log is kept. */
  readonly storedKeyId?: number
  readonly language: Language
  readonly requestId: string
  readonly signal: AbortSignal
  /** A failed test sets the shown response time to 0, unless a run over all channels says otherwise. */
  readonly keepsTimeOfFailure?: boolean
}

export type TestChannel = (channel: ChannelObject, options: TestOptions) => Promise<ChannelTest>

/** The same for a channel that is not stored. Of such a test only the row of the log is kept. */
export type TestDraft = (
  draft: ChannelDraft,
  options: Omit<TestOptions, 'probe' | 'unsavedKey' | 'storedKeyId' | 'keepsTimeOfFailure'>,
) => Promise<ChannelTest>

interface Dependencies {
  readonly channels: Pick<Channels, 'target' | 'secretsOf'>
  readonly channelKeys: Pick<ChannelKeys, 'open'>
  readonly channelTests: Pick<ChannelTests, 'record'>
  readonly logs: Pick<Logs, 'add'>
  readonly ports: Ports
}

/** What the catalogue says of a model, or of the one it is sent as. */
const entryOf = (model: string, mapping: Readonly<Record<string, string>>) => catalog.get(model) ?? catalog.get(mapping[model] ?? '')

/** The probes that fit a model of the channel: what the catalogue says it can do and the channel's provider can ask for. */
export const probesFor = (channel: ChannelObject, model: string, providerFor: Ports['providerFor']): readonly Probe[] => {
  const provider = providerFor(channel.type)
  return probesOf(entryOf(model, parseStringMap(channel.model_mapping))).filter((probe) => canProbe(provider, probe))
}

export const modelToTest = (channel: Pick<ChannelObject, 'models' | 'model_mapping'>, asked: string, probe: Probe): string | undefined => {
  if (asked !== '') return asked
  const listed = splitList(channel.models)
  const mapping = parseStringMap(channel.model_mapping)
  const isFit = (model: string): boolean => probesOf(entryOf(model, mapping)).includes(probe)
  // Models of the Responses endpoint alone are the most expensive to ask.
  const isUsual = (model: string): boolean => isFit(model) && entryOf(model, mapping)?.mode !== 'responses'
  return listed.find((model) => model === USUAL_MODEL && isFit(model)) ?? listed.find(isUsual) ?? listed.find(isFit)
}

const shortened = (text: string): string => [...text].slice(0, MAX_MESSAGE).join('')

interface WrittenRow {
  readonly channelId: number
  readonly requestId: string
  readonly unsaved?: 'key' | 'settings' | undefined
  readonly keyId?: number | undefined
}

export interface ChannelTester {
  /** Makes an outcome the last of the channel. */
  readonly keep: (channelId: number, outcome: ChannelTest, options?: Pick<TestOptions, 'keepsTimeOfFailure'>) => Promise<void>
  readonly test: TestChannel
  readonly testDraft: TestDraft
}

type Tried = Omit<ChannelTest, 'testedAt' | 'probe' | 'model'>

const failedBefore = (reason: TestReason, fault: UpstreamFault, message: string): Tried => ({
  isPassed: false,
  reason,
  said: '',
  message,
  ms: 0,
  fault,
})

/** One short request to a channel, charged to no account. Writes down how it went and never changes the channel's state. */
export const createChannelTests = ({ channels, channelKeys, channelTests, logs, ports }: Dependencies): ChannelTester => {
  const tried = async (channel: ChannelObject, model: string, options: TestOptions): Promise<Tried> => {
    const { language, requestId, signal, probe = 'text', unsavedKey, storedKeyId } = options
    const storedKey = storedKeyId === undefined ? undefined : await channelKeys.open(channel.id, storedKeyId)
    if (storedKeyId !== undefined && storedKey === undefined)
      return failedBefore('unknown', 'not-found', renderRefusal(notFound('key', storedKeyId), language))
    const read = await resolveTarget(channels, { id: channel.id, unsavedKey, storedKey }, ports.resolveKey)
    // Deleted while a run over all channels was at another one: that must not end the run.
    if (read === undefined) return failedBefore('unknown', 'not-found', renderRefusal(notFound('channel', channel.id), language))
    return await triedOn(read, model, { language, requestId, signal, probe })
  }

  const triedOn = async (
    read: ResolvedTarget,
    model: string,
    { language, requestId, signal, probe }: Omit<TestOptions, 'model'> & { readonly probe: Probe },
  ): Promise<Tried> => {
    if (read.key === undefined)
      return { ...failedBefore('no-key', 'unreachable', renderRefusal(missingKey(read), language)), said: read.channel.key }
    const result = await probeChannel({ channel: read.channel, model, probe, input: { language, requestId, signal } }, ports)
    const masked = (text: string): string => shortened(withoutSecrets(text, read.secrets))
    const said = masked(result.said)
    if (result.ok) return { isPassed: true, reason: 'none', said, message: said, ms: result.ms, fault: 'none' }
    const { reason, fault, ms } = result
    const isJudged = reason !== fault && reason !== 'unsupported'
    return { isPassed: false, reason, said, message: isJudged ? reasonText(reason, language) : masked(result.message), ms, fault }
  }

  const addRow = async (test: ChannelTest, row: WrittenRow) => {
    const { isPassed, probe, message, model, ms } = test
    const { unsaved, keyId, ...of } = row
    await logs.add({
      userId: 0,
      username: '',
      type: LogType.test,
      content: testRowText({ probe, isPassed, message, unsaved, keyId }),
      modelName: model,
      elapsedMs: ms,
      outcome: isPassed ? 'ok' : 'failed',
      ...of,
    })
  }

  const keep: ChannelTester['keep'] = (channelId, outcome, { keepsTimeOfFailure = false } = {}) =>
    channelTests.record({ channelId, outcome: outcomeOf(outcome), shownTimeMs: outcome.isPassed || keepsTimeOfFailure ? outcome.ms : 0 })

  const writeDown = async (channel: ChannelObject, outcome: ChannelTest, options: TestOptions): Promise<void> => {
    const unsaved = options.unsavedKey === undefined ? undefined : 'key'
    const keyId = options.storedKeyId
    if (unsaved === undefined && keyId === undefined) await keep(channel.id, outcome, options)
    await addRow(outcome, { channelId: channel.id, requestId: options.requestId, unsaved, keyId })
  }

  const nowSeconds = (): number => Math.floor(ports.clock() / 1000)

  /** A type that cannot chat is tried with the first thing that it can. */
  const firstProbe = ({ type, models, modelMapping }: ChannelDraft): { readonly probe: Probe; readonly model: string } | undefined => {
    for (const probe of PROBES.filter(isBasicProbe)) {
      const model = canProbe(ports.providerFor(type), probe) ? modelToTest({ models, model_mapping: modelMapping }, '', probe) : undefined
      if (model !== undefined) return { probe, model }
    }
    return undefined
  }

  const testDraft: TestDraft = async (draft, options) => {
    const { language, requestId } = options
    const first = options.model === '' ? firstProbe(draft) : { probe: 'text' as const, model: options.model }
    const read = await draftTarget(channels, draft, ports.resolveKey)
    const result =
      first === undefined
        ? failedBefore('no-model', 'not-found', noModelText('text', language))
        : await triedOn(read, first.model, { ...options, probe: first.probe })
    const outcome: ChannelTest = { ...result, probe: first?.probe ?? 'text', model: first?.model ?? '', testedAt: nowSeconds() }
    await addRow(outcome, { channelId: draft.id ?? 0, requestId, unsaved: 'settings' })
    return outcome
  }

  const test: TestChannel = async (channel, options) => {
    const { probe = 'text', language } = options
    const hasProbe = canProbe(ports.providerFor(channel.type), probe)
    const model = hasProbe ? modelToTest(channel, options.model, probe) : undefined
    const result =
      model === undefined ? failedBefore('no-model', 'not-found', noModelText(probe, language)) : await tried(channel, model, options)
    const outcome: ChannelTest = { ...result, probe, model: model ?? '', testedAt: nowSeconds() }
    await writeDown(channel, outcome, options)
    return outcome
  }

  return { test, testDraft, keep }
}

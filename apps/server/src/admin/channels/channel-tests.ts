import { type ChannelObject } from '@weir/contract/channel'
import { getTestProgress, testChannel, testChannels } from '@weir/contract/channels/channel-checks'
import { listProbes, probeChannel, testDraft } from '@weir/contract/channels/channel-probes'
import { PROBES, reasonText, type Probe } from '@weir/contract/channels/channel-test'
import { Refusal, notFound } from '@weir/contract/errors'
import type { Store } from '@weir/store/open-store'
import type { ChannelChecks } from '../../channels/channel-watch.ts'
import type { ExternalKeys } from '../../channels/external-keys.ts'
import { modelToTest, outcomeOf, type ChannelTest, type TestOptions } from '../../channels/test-channel.ts'
import { createKeyCheck } from './check-key.ts'
import { draftOf } from './draft-of.ts'
import { Reply } from '../reply.ts'
import { route, type Route } from '../route.ts'

/** A test has the deadlines of the relay; leaving the page does not end it. */
const NEVER = new AbortController().signal

const secondsOf = (ms: number): number => Math.round(ms) / 1000

interface Dependencies {
  readonly store: Pick<Store, 'channels' | 'channelKeys' | 'channelTests'>
  readonly checks: ChannelChecks
  readonly checkKeyReference: ExternalKeys['check']
}

type Asked = Omit<TestOptions, 'probe' | 'signal'> & { readonly probe: Probe | 'all' }

/** Tests of channels, one or all, and how they ended last. */
export const channelTestRoutes = ({ store, checks, checkKeyReference }: Dependencies): readonly Route[] => {
  const checkKey = createKeyCheck(checkKeyReference)

  const found = async (id: number): Promise<ChannelObject> => {
    const channel = await store.channels.get(id)
    if (channel === undefined) throw notFound('channel', id)
    return channel
  }

  /** The one that is asked for, else the one a short chat would take, else the first of the list. */
  const modelFor = (channel: ChannelObject, asked: string): string =>
    modelToTest(channel, asked, 'text') ?? channel.models.split(',')[0] ?? ''

  /** One after the other: an upstream that limits the rate must not fail a probe because of the probe beside it. */
  const run = async (channel: ChannelObject, { probe, ...options }: Asked): Promise<readonly ChannelTest[]> => {
    if (probe !== 'all') return [await checks.test(channel, { ...options, probe, signal: NEVER })]
    const model = modelFor(channel, options.model)
    const results: ChannelTest[] = []
    for (const each of checks.probesFor(channel, model)) {
      results.push(await checks.test(channel, { ...options, model, probe: each, signal: NEVER }))
    }
    return results
  }

  return [
    route(testChannel, async ({ params, query }, { language, requestId }) => {
      const { model, probe } = query
      const channel = await found(params.id)
      const results = await run(channel, { model, probe: probe ?? 'text', language, requestId })
      const isPassed = results.length > 0 && results.every((result) => result.isPassed)
      const told = results.find((result) => !result.isPassed) ?? results[0]
      const ms = results.reduce((sum, result) => sum + result.ms, 0)
      return new Reply(probe === undefined ? undefined : results.map(outcomeOf), {
        message: told?.message ?? reasonText('no-model', language),
        extra: { time: isPassed ? secondsOf(ms) : 0, modelName: told?.model ?? model, reason: told?.reason ?? 'no-model' },
        isSuccess: isPassed,
      })
    }),
    route(probeChannel, async ({ params, body }, { actor, language, requestId }) => {
      const unsavedKey = body.key.trim()
      if (unsavedKey !== '') checkKey(unsavedKey, actor)
      const { model, probe, key_id } = body
      const one = key_id === undefined ? undefined : await store.channelKeys.open(params.id, key_id)
      if (key_id !== undefined && one === undefined) throw notFound('key', key_id)
      const key = one?.key ?? unsavedKey
      const asked = { model, probe, language, requestId, ...(key !== '' && { unsavedKey: key }) }
      return (await run(await found(params.id), asked)).map(outcomeOf)
    }),
    route(testDraft, async ({ body }, { actor, language, requestId }) => {
      checkKey(body.key.trim(), actor)
      return outcomeOf(await checks.testDraft(draftOf(body), { model: body.model, language, requestId, signal: NEVER }))
    }),
    route(listProbes, async ({ params, query }) => {
      const channel = await found(params.id)
      const model = modelFor(channel, query.model)
      const fitting = checks.probesFor(channel, model)
      const kept = await store.channelTests.of(channel.id, model)
      const probes = PROBES.map((probe) => ({
        probe,
        is_applicable: fitting.includes(probe),
        last: kept.find((outcome) => outcome.probe === probe) ?? null,
      }))
      return { model, probes }
    }),
    route(testChannels, ({ query }) => {
      if (!checks.testRun.start(query.scope)) throw new Refusal('test-running')
      return Promise.resolve()
    }),
    route(getTestProgress, () => Promise.resolve(checks.testRun.progress())),
  ]
}

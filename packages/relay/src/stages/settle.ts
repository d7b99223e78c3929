import { promptTokensOf, type Usage } from '@weir/dialects/model/usage'
import { costOf } from '@weir/ledger/price'
import { ZERO_QUOTA } from '@weir/ledger/quota'
import type { AttemptRecord, Hold, Outcome, Ports, UsageRecord } from '../ports.ts'
import type { Caller } from './authenticate.ts'

/** The facts of one request that its log row is written from. */
export interface RequestFacts {
  readonly caller: Caller
  readonly hold: Hold
  readonly isStream: boolean
  readonly startedAt: number
}

export interface Delivery {
  /** The name sent upstream: what is priced and logged. */
  readonly model: string
  readonly channelId: number
  readonly isSystemPromptReset: boolean
  readonly attempts: readonly AttemptRecord[]
}

type SettlePorts = Pick<Ports, 'ledger' | 'clock' | 'priceOf'>

const recordOf = (facts: RequestFacts, delivery: Delivery, ports: SettlePorts) => {
  const now = ports.clock()
  return {
    createdAt: Math.floor(now / 1000),
    username: facts.caller.username,
    tokenName: facts.caller.tokenName,
    model: delivery.model,
    channelId: delivery.channelId,
    elapsedMs: Math.max(0, Math.round(now - facts.startedAt)),
    isStream: facts.isStream,
    isSystemPromptReset: delivery.isSystemPromptReset,
  }
}

/** Books what was used, in the same commit as the log row. */
export const settle = async (
  input: { readonly facts: RequestFacts; readonly delivery: Delivery; readonly usage: Usage; readonly outcome: Outcome },
  ports: SettlePorts,
): Promise<void> => {
  const { facts, delivery, usage } = input
  const price = ports.priceOf(delivery.model, facts.caller.group)
  const { ratios } = price
  const record: UsageRecord = {
    ...recordOf(facts, delivery, ports),
    promptTokens: promptTokensOf(usage),
    completionTokens: usage.output,
    outcome: input.outcome,
    content: `${ratios.model} × ${ratios.group} × ${ratios.completion}`,
    detail: { price: { version: price.version, isListed: price.isListed, ...ratios }, usage, attempts: delivery.attempts },
  }
  await ports.ledger.settle({ hold: facts.hold, cost: costOf(usage, ratios), record })
}

/** Gives the hold back: the request delivered nothing, so it costs nothing. */
export const release = async (facts: RequestFacts, delivery: Delivery, ports: SettlePorts): Promise<void> => {
  const record: UsageRecord = {
    ...recordOf(facts, delivery, ports),
    promptTokens: 0,
    completionTokens: 0,
    outcome: 'failed',
    content: delivery.attempts.at(-1)?.fault ?? '',
    detail: { cost: ZERO_QUOTA, attempts: delivery.attempts },
  }
  await ports.ledger.release(facts.hold, record)
}

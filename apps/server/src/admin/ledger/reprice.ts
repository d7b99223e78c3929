import { Refusal, notFound } from '@weir/contract/errors'
import { applyReprice, previewReprice, type RepriceSummaryObject } from '@weir/contract/ledger/reprice'
import type { ChargedQuery } from '@weir/store/corrections/charged-rows'
import type { Corrections } from '@weir/store/corrections/corrections'
import type { NewAuditEntry } from '@weir/store/audit/append'
import { pricesNow, revisionOfPrices, runReprice, type PriceFor } from '../../prices/reprice.ts'
import type { LiveSettings } from '../../settings/live-settings.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly corrections: Corrections
  readonly settings: LiveSettings
}

interface Asked {
  readonly query: ChargedQuery
  readonly priceFor: PriceFor
  readonly revision: string
}

/** Charges at other prices in two steps: what would be booked, and that. */
export const repriceRoutes = ({ corrections, settings }: Dependencies): readonly Route[] => {
  const read = async ({ models: named, start, end }: ChargedQuery): Promise<Asked> => {
    if (end <= start) throw new Refusal('invalid-input', { field: 'end', problem: `${end} <= ${start}` })
    await settings.refresh()
    const priceFor = pricesNow(settings.current())
    const models = [...new Set(named)]
    const unpriced = models.find((model) => priceFor(model) === undefined)
    if (unpriced !== undefined) throw notFound('price', unpriced)
    return { query: { models, start, end }, priceFor, revision: revisionOfPrices(models, priceFor) }
  }

  const run = async ({ query, priceFor }: Asked, trace?: NewAuditEntry): Promise<RepriceSummaryObject> => {
    const summary = await runReprice({ corrections, query, priceFor, isApplied: trace !== undefined, ...(trace && { trace }) })
    return { ...summary, models: [...summary.models] }
  }

  return [
    route(previewReprice, async ({ body }) => {
      const asked = await read(body)
      return { ...(await run(asked)), revision: asked.revision }
    }),
    route(applyReprice, async ({ body }, { actor, address, requestId, recordChange }) => {
      const asked = await read(body)
      if (asked.revision !== body.revision) throw new Refusal('price-changed')
      const object = `charges of ${asked.query.models.join(', ')}`
      const summary = await run(asked, {
        actorId: actor.id,
        actorName: actor.username,
        credential: actor.credential,
        address,
        requestId,
        action: applyReprice.audit,
        object,
        before: '',
        after: JSON.stringify({ begun: asked.query }),
      })
      const { credited, debited, users } = summary
      recordChange({ object, after: { ...asked.query, credited, debited, users } })
      return summary
    }),
  ]
}

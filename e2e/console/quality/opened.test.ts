import { expect, it } from 'bun:test'
import { source as axeSource } from 'axe-core'
import { ST_FULL, U100, logRow } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import type { Visit } from '../acceptance/harness/visit.ts'
import { findingsIn, languages, looks } from './axe.ts'
import { answersNaming, atRest } from './screens.ts'

interface Opened {
  readonly name: string
  readonly path: string
  /** The test id of what is pressed, where it is not open by its address. */
  readonly opener?: string
  /** Pressed before, where the opener comes by that. */
  readonly first?: string
  readonly sign: string
}

const opened: readonly Opened[] = [
  { name: 'the box that finds everything', path: '/token', opener: 'btn-commands', sign: 'field-command' },
  { name: 'the drawer of a price', path: '/pricing', opener: 'act-open', sign: 'price-drawer' },
  { name: 'the import of prices', path: '/pricing', opener: 'btn-import', sign: 'field-text' },
  { name: 'the drawer of a log entry', path: '/log', opener: 'act-detail', sign: 'log-drawer' },
  { name: 'the drawer of the audit trail', path: '/audit', opener: 'act-detail', sign: 'audit-drawer' },
  { name: 'the route of a model', path: '/channel', opener: 'btn-route', sign: 'field-route-model' },
  { name: 'the change of several channels', path: '/channel', first: 'select-all', opener: 'btn-bulk-edit', sign: 'btn-bulk-apply' },
  { name: 'the balance of a user', path: '/user', opener: 'btn-adjust', sign: 'btn-balance' },
  { name: 'a budget', path: '/setting?tab=operation', opener: 'btn-budget-add', sign: 'field-budget_scope_id' },
  { name: 'a rule of alerts', path: '/setting?tab=alerts', opener: 'btn-alert-rule-add', sign: 'field-alert_name' },
  { name: 'a target of alerts', path: '/setting?tab=alerts', opener: 'btn-alert-target-add', sign: 'field-target_name' },
  { name: 'the question before a deletion', path: '/token', opener: 'act-delete', sign: 'btn-confirm' },
]

const price = { model: 'app', vendor: 'openai', mode: 'chat', price: { input: 3, output: 12 } }
const answers = {
  ...answersNaming('app'),
  'GET /api/prices/model': ok({ model: 'app', sheet: price, catalog: price, ratios: {}, channels: [], revision: 'r1' }),
  ...Object.fromEntries(
    [1, 2, 3].map((id) => [`GET /api/log/entry/${id}`, ok({ ...logRow(id), trail: [], dropped: [], wire: 'openai-chat' })]),
  ),
}

const openIt = async (visit: Visit, { opener, first, sign }: Opened) => {
  await atRest(visit)
  if (first === 'select-all') await visit.page.locator('thead input').click()
  if (opener !== undefined) await visit.id(opener).first().click()
  await visit.id(sign).first().waitFor()
}

acceptance('what opens above a page', (open) => {
  it.each([...opened])('$name is left by Escape, gives the focus back, opens by key and is accessible', async (thing) => {
    for (const lang of languages) {
      const storage = { 'ui.lang': lang }
      const viewport = { width: 1440, height: 900 }
      await using visit = await open({ user: U100, path: thing.path, viewport, storage, status: ST_FULL, answers })
      await openIt(visit, thing)
      if (thing.opener !== undefined) {
        await visit.page.keyboard.press('Escape')
        await visit.page.locator(`[data-testid="${thing.opener}"]:focus`).waitFor()
        await visit.page.keyboard.press('Enter')
        await visit.id(thing.sign).first().waitFor()
      }
      await visit.page.evaluate(axeSource)
      for (const look of looks) {
        // What lies behind waits for an answer; its buttons say so by being pale.
        const findings = await findingsIn(visit, look, '[role="dialog"]')
        expect({ lang, ...look, findings }).toEqual({ lang, ...look, findings: [] })
      }
      expect([...visit.errors, ...visit.complaints]).toEqual([])
    }
  })
})

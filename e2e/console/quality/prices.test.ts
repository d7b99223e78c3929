import { expect, it } from 'bun:test'
import { ST_FULL, U10, U100 } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

const SHEET = { model: 'gpt-4o', vendor: 'openai', mode: 'chat', price: { input: 3, output: 12 } }
const known = {
  model: 'gpt-4o',
  sheet: SHEET,
  catalog: { ...SHEET, price: { input: 2.5, output: 10 } },
  ratios: {},
  channels: [],
  revision: 'r1',
}
const preview = {
  problems: [],
  added: [{ model: 'new', price: { input: 1 } }],
  changed: [{ model: 'gpt-4o', before: { input: 3, output: 12 }, price: { input: 4.5, output: 12 } }],
  same: 7,
  missing: [],
  by_ratios: [],
  revision: 'r2',
}
const answers = {
  ...answersNaming('home-made'),
  'GET /api/prices/model': ok(known),
  'PUT /api/prices/model': ok(undefined),
  'POST /api/prices/preview': ok(preview),
  'POST /api/prices/import': ok({ saved: 2 }),
}

acceptance('models and prices', (open) => {
  it('shows an operator the price in force beside the catalogue, and saves another in dollars', async () => {
    await using visit = await open({ path: '/pricing', user: U100, answers })
    await visit.id('table-pricing').waitFor()
    expect(await visit.rowIds()).toEqual([1, 2, 3])
    expect(await visit.cell(2, 'input').innerText()).toMatch(/^\$3\.00\s+目录价 \$2\.50$/)
    expect(await visit.cell(2, 'margin').innerText()).toMatch(/^20 %\s+−20 %$/)
    await visit.row(2).getByTestId('act-open').click()
    await visit.id('field-input').fill('-1')
    await visit.id('btn-save').click()
    await visit.page.getByText('请输入 0 到 1,000,000 之间的价格').waitFor()
    await visit.expectNoCall('PUT /api/prices/model')
    await visit.id('field-input').fill('2.75')
    await visit.id('btn-save').click()
    const { body } = await visit.api.called('PUT /api/prices/model')
    const sheet = { vendor: 'openai', mode: 'chat', price: { input: 2.75, output: 12 } }
    expect(body).toEqual({ model: 'gpt-4o', sheet, revision: 'r1' })
  })

  it('shows what the scheduled list has brought, with its difference one click away', async () => {
    const news = { address: 'https://a.example/l', checked_at: 1, added: 1, changed: 1, since: 1, applied: 0, applied_at: 0, failure: '' }
    const scheduled = { 'GET /api/prices/news': ok(news), 'POST /api/prices/fetch': ok({ text: '{"models": [1]}' }) }
    await using visit = await open({ path: '/pricing', user: U100, answers: { ...answers, ...scheduled } })
    expect(await visit.id('price-news').innerText()).toContain('有 1 个新价格，1 个变化')
    await visit.id('btn-news').click()
    expect(await visit.id('price-difference').innerText()).toContain('输入 $3.00 → $4.50 +50 %')
    await visit.id('btn-apply').click()
    const applied = { text: '{"models": [1]}', revision: 'r2', scheduled: true }
    expect((await visit.api.called('POST /api/prices/import')).body).toEqual(applied)
  })

  it('applies a price list only after its difference was shown, and names the revision that was shown', async () => {
    await using visit = await open({ path: '/pricing', user: U100, answers })
    await visit.id('btn-import').click()
    await visit.id('field-text').fill('{"models": []}')
    await visit.id('btn-preview').click()
    expect(await visit.id('price-difference').innerText()).toContain('输入 $3.00 → $4.50 +50 %')
    await visit.expectNoCall('POST /api/prices/import')
    await visit.id('btn-apply').click()
    expect((await visit.api.called('POST /api/prices/import')).body).toEqual({ text: '{"models": []}', revision: 'r2' })
  })

  it('shows a plain administrator the same without a way to change it', async () => {
    await using visit = await open({ path: '/pricing', user: U10, answers })
    await visit.row(2).getByTestId('act-open').click()
    await visit.id('price-drawer').waitFor()
    expect(await visit.id('price-drawer').innerText()).toContain('目录价')
    for (const id of ['btn-import', 'btn-save', 'field-input']) expect(await visit.id(id).count()).toBe(0)
  })

  it('sends a visitor to sign in unless the operator lets visitors in', async () => {
    await using refused = await open({
      path: '/pricing',
      answers: { ...answers, 'GET /api/status': ok({ ...ST_FULL, pricing_public: false }) },
    })
    await refused.id('btn-login').waitFor()
    await using allowed = await open({
      path: '/pricing',
      answers: { ...answers, 'GET /api/status': ok({ ...ST_FULL, pricing_public: true }) },
    })
    await allowed.id('table-pricing').waitFor()
    expect(await allowed.id('btn-import').count()).toBe(0)
  })
})

import { expect, it } from 'bun:test'
import type { DashboardData } from '@weir/contract/dashboard'
import { NOW, U100 } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'

const DAY = 86_400
const START = NOW - (NOW % DAY) - 6 * DAY
const figures = { requests: 100, failures: 5, quota: 900_000, tokens: 12_000, median_latency: 840 }

const data: DashboardData = {
  start: START,
  end: NOW,
  step: DAY,
  current: figures,
  previous: { ...figures, failures: 3 },
  slices: [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    time: START + day * DAY,
    model: 'gpt-4o',
    requests: 10,
    failures: 0,
    quota: 100_000,
    tokens: 1500,
  })),
  channels: [],
  attention: [
    { kind: 'no-channel', id: 0, name: '', value: 0 },
    { kind: 'channel-failing', id: 4, name: 'deep', value: 0.97 },
    { kind: 'channel-auto-disabled', id: 5, name: 'off', value: 0 },
    { kind: 'channel-test-failed', id: 6, name: 'sick', value: 0 },
    { kind: 'model-without-price', id: 7, name: 'odd+model', value: 0 },
  ],
}

acceptance('the dashboard', (open) => {
  const atDashboard = (fields: Partial<DashboardData> = {}) =>
    open({ user: U100, path: '/dashboard', answers: { 'GET /api/dashboard': ok({ ...data, ...fields }) } })

  it('says first what needs someone, and leads to where it is put right', async () => {
    await using visit = await atDashboard()
    const panel = visit.id('panel-attention')
    await panel.getByRole('link').first().waitFor()
    const above = (await panel.boundingBox())?.y ?? Number.NaN
    expect(above).toBeLessThan((await visit.id('figure-requests').boundingBox())?.y ?? 0)
    await panel.locator('summary').click()
    const links = await panel.getByRole('link').all()
    expect(await Promise.all(links.map(async (link) => [await link.textContent(), await link.getAttribute('href')]))).toEqual([
      ['没有启用的渠道，所有请求都会被拒绝。请添加或启用渠道', '/channel'],
      ['渠道「deep」最近一天有 97% 的请求失败', '/log?channel=4&outcome=failed'],
      ['渠道「off」已被自动禁用', '/channel/edit/5'],
      ['渠道「sick」最近一次测试失败', '/channel/edit/6'],
      ['模型「odd+model」还没有价格', '/pricing?keyword=odd%2Bmodel&state=unpriced'],
    ])
  })

  it('tells the change of a rate in points, and draws the running day as one that still grows', async () => {
    await using visit = await atDashboard()
    const success = visit.page.locator('dd').filter({ has: visit.id('figure-success') })
    expect(await success.textContent()).toContain('较上一周期 -2.0 个百分点')
    const dashed = success.locator('polyline[stroke-dasharray]')
    expect((await dashed.getAttribute('points'))?.split(' ').map((point) => point.split(',')[0])).toEqual(['100.0', '120.0'])
    const bars = visit.id('chart-spend').locator('path[fill-opacity]')
    await bars.first().waitFor()
    expect(await bars.count()).toBe(1)
  })
})

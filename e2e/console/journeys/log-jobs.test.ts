import { expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import { listLogs } from '@weir/contract/log'
import { eventually } from '../../../tools/testing/eventually.ts'
import { ask } from '../../fake-upstream/behaviour.ts'
import { MODEL, UPSTREAM_KEY } from '../../harness/stand.ts'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

const DEAD = 'nobody-answers'

/** What an operator does with the log, counted in clicks. */
journey('an operator at the log', (at) => {
  let clicks = 0
  const click = async (testId: string, text?: string) => {
    clicks += 1
    const found = at().page.getByTestId(testId)
    await (text === undefined ? found : found.filter({ hasText: text })).first().click()
  }
  const path = () => {
    const { pathname, search } = new URL(at().page.url())
    return pathname + search
  }
  const say = (content: string, model = MODEL) =>
    at()
      .stand.openai.chat.completions.create({ model, messages: [{ role: 'user', content }] })
      .catch(() => undefined)

  it('learns why a request failed with two clicks, and what to do next', async () => {
    const { stand, page } = at()
    const dead = { type: 1, name: 'dead end', key: 'sk-dead', base_url: 'http://127.0.0.1:9', models: DEAD }
    await stand.root.call(createChannel, { body: dead })
    await say(ask({ status: 503, error: { message: `engine down, ${UPSTREAM_KEY}` } }))
    await page.goto(`${stand.weir.url}/login`)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.getByTestId('nav-log').waitFor()
    clicks = 0
    await click('nav-log')
    await click('act-detail', '失败')
    await page.getByTestId('next-steps').waitFor()
    expect(clicks).toBe(2)
    expect(await page.getByTestId('attempt').textContent()).toContain('fake #1')
    expect(await page.getByTestId('attempt-said').textContent()).toBe('engine down, ***')
    await page.getByTestId('btn-test-channel').click()
    await page.getByTestId('test-result').filter({ hasText: '测试通过' }).waitFor()
  })

  it('closes the entry with Back, and finds it again by its address', async () => {
    const { page } = at()
    const opened = path()
    expect(opened).toMatch(/^\/log\?entry=\d+$/)
    await page.goBack()
    await page.getByTestId('log-drawer').waitFor({ state: 'detached' })
    expect(path()).toBe('/log')
    await page.goto(new URL(opened, page.url()).href)
    await page.getByTestId('attempt-said').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('log-drawer').waitFor({ state: 'detached' })
    expect(path()).toBe('/log')
  })

  it('sees a refused request, and where requests for its model go', async () => {
    const { stand, page } = at()
    await say('hello', 'nobody-has-this')
    await eventually('the row of the refusal', async () =>
      (await stand.root.call(listLogs, { query: { outcome: 'refused' } })).length > 0 ? true : undefined,
    )
    await page.goto(`${stand.weir.url}/log?outcome=refused`)
    await click('act-detail', '没有可用渠道')
    await click('btn-explain-route')
    await page.getByRole('dialog').waitFor()
    expect(path()).toBe('/channel?route=nobody-has-this')
  })

  it('names a filter, which stands in its place after a reload', async () => {
    const { stand, page } = at()
    await say('hello', DEAD)
    await page.goto(`${stand.weir.url}/log?model_name=${DEAD}`)
    await page.getByTestId('act-detail').filter({ hasText: '无法连接上游' }).waitFor()
    await page.getByTestId('field-username').fill('not applied')
    await page.keyboard.press('Escape')
    await page.getByTestId('btn-name-filter').click()
    await page.getByTestId('field-filter-name').fill('死胡同')
    await page.getByTestId('btn-save-filter').click()
    await page.getByTestId('saved-filter').filter({ hasText: '死胡同' }).waitFor()
    expect(path()).toBe(`/log?model_name=${DEAD}`)
    await page.getByTestId('btn-delete-filter').waitFor()
    await page.goto(`${stand.weir.url}/log`)
    await click('saved-filter', '死胡同')
    expect(path()).toBe(`/log?model_name=${DEAD}`)
    await click('saved-filter', '错误')
    expect(path()).toBe('/log?outcome=failed')
  })

  it('learns who spent most this month and sees the rows of it', async () => {
    const { stand, page } = at()
    await page.goto(stand.weir.url)
    await page.getByTestId('nav-statistics').waitFor()
    clicks = 0
    await click('nav-statistics')
    const first = page.getByTestId('rank-1')
    await first.waitFor()
    expect(clicks).toBe(1)
    expect(await first.locator('th').textContent()).toContain('root')
    await first.locator('td').first().getByRole('link').click()
    await page.getByTestId('act-detail').first().waitFor()
    expect(path()).toMatch(/^\/log\?type=2&start=\d+&end=\d+&username=root$/)
  })

  it('leaves no error behind in the browser', () => {
    expect(at().errors).toEqual([])
  })
})

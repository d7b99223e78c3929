import { expect, it } from 'bun:test'
import { createChannel, getChannel, listChannels } from '@weir/contract/channel'
import { eventually } from '../../../tools/testing/eventually.ts'
import { MODEL, UPSTREAM_KEY } from '../../harness/stand.ts'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

const WRONG_KEY = 'sk-wrong-key-0123456789'

journey('an operator whose channel has a wrong key', (at) => {
  let id = 0
  const stored = () => at().stand.root.call(getChannel, { params: { id } })
  const badge = (color: string) => at().page.getByTestId(`row-${id}`).getByTestId('cell-response_time').locator(`[data-color="${color}"]`)

  it('sees it as never tested', async () => {
    const { stand, page } = at()
    const body = { type: 1, name: 'rotated', key: WRONG_KEY, base_url: stand.fake.url, models: `${MODEL},text-embedding-3-small` }
    await stand.root.call(createChannel, { body })
    id = (await stand.root.call(listChannels, { query: { p: 0 } }))[0]?.id ?? 0
    await page.goto(`${stand.weir.url}/login`)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/token')
    await page.goto(`${stand.weir.url}/channel`)
    expect(await badge('grey').textContent()).toBe('未测试')
  })

  it('sees the failure of a test of all channels after a reload, with its reason and its age', async () => {
    const { page } = at()
    await page.getByTestId('btn-test-all').click()
    await badge('red').waitFor()
    await eventually('the outcome to be kept', async () => ((await stored()).last_test === null ? undefined : true))
    await page.reload()
    await badge('red').waitFor()
    const cell = page.getByTestId(`row-${id}`).getByTestId('cell-response_time')
    expect(await cell.textContent()).toMatch(/^测试失败(现在|\d+(秒钟|分钟)前)$/)
    await badge('red').hover()
    await page.getByRole('tooltip').filter({ hasText: '上游不接受该密钥：Incorrect API key provided' }).waitFor()
    expect(await page.content()).not.toContain(WRONG_KEY)
  })

  it('is told of a wrong key before it is saved, and nothing is', async () => {
    const { stand, page } = at()
    await page.getByTestId(`row-${id}`).getByTestId('act-edit').click()
    await page.getByTestId('field-key').fill(`${WRONG_KEY}-2`)
    await page.getByTestId('btn-test-save').click()
    const dialog = page.getByTestId('draft-failed')
    await dialog.getByText('上游不接受该密钥').waitFor()
    expect(await dialog.textContent()).toContain('Incorrect API key provided')
    expect(await dialog.textContent()).not.toContain(WRONG_KEY)
    await page.getByTestId('btn-back').click()
    await dialog.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe(`/channel/edit/${id}`)
    await page.goto(`${stand.weir.url}/channel`)
  })

  it('replaces the key with three clicks, tested before it is saved', async () => {
    const { page } = at()
    let clicks = 0
    const click = async (name: string) => {
      clicks++
      await page.getByTestId(name).click()
    }
    clicks++
    await page.getByTestId(`row-${id}`).getByTestId('act-edit').click()
    await click('field-key')
    await page.keyboard.type(UPSTREAM_KEY)
    await click('btn-test-save')
    await page.waitForURL('**/channel')
    expect(clicks).toBe(3)
    expect((await stored()).last_test).toMatchObject({ success: false })
    await page.getByTestId(`row-${id}`).getByTestId('act-test').click()
    await badge('red').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByTestId(`row-${id}`).waitFor()
    expect(await badge('red').count()).toBe(0)
    expect((await stored()).last_test).toMatchObject({ success: true, reason: 'none', model: MODEL })
  })

  it('runs every probe that fits, and finds the outcomes again after a reload', async () => {
    const { page } = at()
    const openDialog = async () => {
      await page.getByTestId(`row-${id}`).getByTestId('act-test-menu').click()
      await page.getByTestId('act-probes').click()
    }
    const result = (probe: string) => page.getByTestId(`probe-${probe}`).locator('[data-color]')
    await openDialog()
    expect(await page.getByTestId('probe-embedding').textContent()).toBe('嵌入不适用')
    await page.getByTestId('btn-probe-all').click()
    for (const probe of ['text', 'stream', 'tools', 'json', 'vision']) await page.getByTestId(`btn-probe-${probe}`).waitFor()
    await result('vision').and(page.locator('[data-color="red"]')).waitFor()
    expect(await page.getByTestId('probe-vision').textContent()).toContain('模型没有认出图片的颜色')
    await page.reload()
    await openDialog()
    await result('vision').and(page.locator('[data-color="red"]')).waitFor()
    for (const probe of ['text', 'stream']) expect(await result(probe).textContent()).toMatch(/^\d+\.\d\d s$/)
    await page.getByTestId('field-probe-model').click()
    await page.getByTitle('text-embedding-3-small', { exact: true }).click()
    await page.getByTestId('btn-probe-embedding').click()
    await result('embedding').and(page.locator(':not([data-color="blue"]):not([data-color="grey"])')).waitFor()
    expect(await page.getByTestId('probe-text').textContent()).toBe('文本不适用')
  })

  it('finds the reasons in the log', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/log`)
    await page.getByTestId('field-type').click()
    await page.getByTitle('渠道测试').click()
    await page.getByText('测试失败（图像理解）').first().waitFor()
    await page.getByText('测试失败（未保存的设置）：Incorrect API key provided').first().waitFor()
  })

  it('leaves no error behind in the browser', () => {
    expect(at().errors).toEqual([])
  })
})

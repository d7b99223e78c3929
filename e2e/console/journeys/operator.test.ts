import { expect, it } from 'bun:test'
import { createChannel, listChannels } from '@weir/contract/channel'
import { listOptions } from '@weir/contract/site'
import { createUser, searchUsers } from '@weir/contract/user-admin'
import { eventually } from '../../../tools/testing/eventually.ts'
import type { Locator } from 'playwright-core'
import { MODEL, UPSTREAM_KEY } from '../../harness/stand.ts'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

const KEYS = [UPSTREAM_KEY, 'sk-second', 'sk-third']

journey('an operator', (at) => {
  const channels = () => at().stand.root.call(listChannels, { query: { p: 0 } })
  const rowOf = (name: string) => at().page.getByTestId('table-channel').locator('[data-testid^="row-"]').filter({ hasText: name })

  it('adds a channel with three keys', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/login`)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/token')
    await page.getByTestId('nav-channel').click()
    await page.getByTestId('btn-create').click()
    await page.getByTestId('field-name').fill('trio')
    await page.getByTestId('field-custom_model').fill(MODEL)
    await page.getByTestId('btn-clear-models').click()
    await page.getByTestId('btn-add-model').click()
    await page.getByTestId('field-batch').click()
    await page.getByTestId('field-key').fill(KEYS.join('\n'))
    await page.getByTestId('field-base_url').fill(stand.fake.url)
    await page.getByTestId('btn-save').click()
    const made = await eventually('three channels', async () => {
      const found = (await channels()).filter(({ name }) => name.startsWith('trio'))
      return found.length === KEYS.length ? found : undefined
    })
    expect(made.every(({ key, models }) => key === '' && models === MODEL)).toBe(true)
  })

  it('tests them: the one with the right key works', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/channel`)
    const ids = (await channels()).filter(({ name }) => name.startsWith('trio')).map(({ id }) => id)
    const first = Math.min(...ids)
    await page.getByTestId(`row-${first}`).getByTestId('act-test').click()
    await eventually('a measured time', async () => ((await channels()).find(({ id }) => id === first)?.test_time ?? 0) > 0 || undefined)
  })

  it('disables two of them and deletes what is disabled', async () => {
    const { page } = at()
    const rest = (await channels())
      .filter(({ name }) => name.startsWith('trio'))
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .slice(1)
    for (const id of rest) {
      await page.getByTestId(`row-${id}`).getByTestId('act-disable').click()
      await page.getByTestId(`row-${id}`).getByTestId('act-enable').waitFor()
    }
    await page.getByTestId('btn-delete-disabled').click()
    await page.getByTestId('btn-confirm').click()
    await eventually('one of three', async () =>
      (await channels()).filter(({ name }) => name.startsWith('trio')).length === 1 ? true : undefined,
    )
    await eventually('one row of three', async () => ((await rowOf('trio').count()) === 1 ? true : undefined))
  })

  const served = async (model: string) =>
    (await channels()).filter(({ models }) => models.split(',').includes(model)).map(({ name }) => name)

  it('takes a model away everywhere with three clicks, and undoes it with one', async () => {
    const { stand, page } = at()
    const names = ['north', 'south', 'west']
    for (const name of names) {
      const body = { type: 1, name, key: UPSTREAM_KEY, base_url: stand.fake.url, models: `fading-model,${MODEL}` }
      await stand.root.call(createChannel, { body })
    }
    await page.goto(`${stand.weir.url}/channel`)
    await page.getByTestId('search').fill('fading')
    await page.getByTestId('search').press('Enter')
    await eventually('three rows', async () => ((await page.locator('tbody tr').count()) === 3 ? true : undefined))
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await click(page.locator('thead input'))
    await click(page.getByTestId('btn-bulk-edit'))
    await page.locator('[data-testid="bulk-remove_models"] input:focus').waitFor()
    await page.keyboard.type('fading-model')
    await page.keyboard.press('Enter')
    await page.locator('[data-testid^="change-"]').nth(2).waitFor()
    await click(page.getByTestId('btn-bulk-apply'))
    await eventually('nobody serves it', async () => ((await served('fading-model')).length === 0 ? true : undefined))
    expect(clicks).toBe(3)
    await page.getByTestId('btn-toast-action').click()
    const again = await eventually('they serve it again', async () => {
      const found = await served('fading-model')
      return found.length === 3 ? found : undefined
    })
    expect(again.toSorted()).toEqual(names)
  })

  it('tops up a user with three clicks', async () => {
    const { stand, page } = at()
    await stand.root.call(createUser, { body: { username: 'topped', password: 'a long enough password' } })
    const balance = async () => (await stand.root.call(searchUsers, { query: { keyword: 'topped' } }))[0]?.quota
    expect(await balance()).toBe(0)
    await page.goto(`${stand.weir.url}/user`)
    const row = page.getByTestId('table-user').locator('[data-testid^="row-"]').filter({ hasText: 'topped' })
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await click(row.getByTestId('btn-adjust'))
    await click(page.getByTestId('field-balance-chip-10'))
    await click(page.getByTestId('btn-balance'))
    await eventually('ten dollars', async () => ((await balance()) === 5_000_000 ? true : undefined))
    await row.getByText('$10.00').waitFor()
    expect(clicks).toBe(3)
  })

  it('switches a channel off on a phone with one click', async () => {
    const { stand, page } = at()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${stand.weir.url}/channel`)
    await rowOf('north').getByTestId('row-switch').click()
    await eventually('it is off', async () => ((await channels()).find(({ name }) => name === 'north')?.status === 2 ? true : undefined))
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('saves settings and reads them back', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/setting?tab=other`)
    await page.getByTestId('field-SystemName').fill('River House')
    await page.getByTestId('btn-save-SystemName').click()
    await page.locator('[data-kind="success"]').first().waitFor()
    const stored = (await stand.root.call(listOptions, {})).find(({ key }) => key === 'SystemName')
    expect(stored?.value).toBe('River House')
    await page.reload()
    await eventually('the saved name', async () =>
      (await page.getByTestId('field-SystemName').inputValue()) === 'River House' ? true : undefined,
    )
    await page.getByTestId('system-name').filter({ hasText: 'River House' }).waitFor()
  })

  it('leaves no error behind in the browser', () => {
    expect(at().errors).toEqual([])
  })
})

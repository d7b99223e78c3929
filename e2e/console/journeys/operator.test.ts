import { expect, it } from 'bun:test'
import { listChannels } from '@weir/contract/channel'
import { listOptions } from '@weir/contract/site'
import { eventually } from '../../../tools/testing/eventually.ts'
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
    // The page of tokens has such a button too, and stays until this one is there.
    await page.getByTestId('table-channel').waitFor()
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

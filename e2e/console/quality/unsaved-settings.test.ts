import { expect, it } from 'bun:test'
import { openTab, sent } from '../acceptance/harness/options.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import type { Visit } from '../acceptance/harness/visit.ts'

const QUESTION = '有未保存的修改'

const ask = async (visit: Visit) => expect(await visit.page.getByRole('dialog').textContent()).toContain(QUESTION)

acceptance('settings that were typed and not saved', (open) => {
  it('are asked for before another tab or another page takes them away', async () => {
    await using visit = await openTab(open, 'operation', { values: { RetryTimes: '2' } })
    const field = visit.id('field-RetryTimes')
    await field.fill('7')
    await visit.id('tab-system').click()
    await ask(visit)
    await visit.id('btn-cancel').click()
    expect([await field.inputValue(), visit.address]).toEqual(['7', '/setting?tab=operation'])

    await visit.id('nav-token').click()
    await ask(visit)
    await visit.id('btn-cancel').click()
    expect([await field.inputValue(), visit.address]).toEqual(['7', '/setting?tab=operation'])

    await visit.id('tab-system').click()
    await visit.id('btn-confirm').click()
    await visit.id('section-smtp').waitFor()
    expect([visit.address, sent(visit)]).toEqual(['/setting?tab=system', []])
  })

  it('are asked for wherever they stand, and no more once they are saved or taken back', async () => {
    await using visit = await openTab(open, 'other', { values: { SystemName: 'Gate' } })
    await visit.id('field-SystemName').fill('Weir')
    await visit.id('tab-system').click()
    await ask(visit)
    await visit.id('btn-cancel').click()
    await visit.id('btn-save-SystemName').click()
    await visit.toast('success', '操作成功完成')
    await visit.id('tab-system').click()
    await visit.id('section-smtp').waitFor()

    await visit.id('field-domain').fill('example.com')
    await visit.id('tab-operation').click()
    await ask(visit)
    await visit.id('btn-cancel').click()
    await visit.id('field-domain').fill('')
    await visit.id('tab-operation').click()
    await visit.id('section-quota').waitFor()
    expect(sent(visit)).toEqual([{ key: 'SystemName', value: 'Weir' }])
  })

  it('make the browser ask before the window is closed or loaded again', async () => {
    await using visit = await openTab(open, 'operation')
    await visit.id('field-RetryTimes').fill('7')
    const asked = new Promise<string>((resolve) => {
      visit.page.once('dialog', (dialog) => {
        resolve(dialog.type())
        void dialog.accept()
      })
    })
    await visit.page.reload()
    expect(await asked).toBe('beforeunload')
  })
})

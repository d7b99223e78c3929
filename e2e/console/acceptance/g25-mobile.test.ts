import { expect, it } from 'bun:test'
import { U1, U10, channel, redemption, token, user } from './harness/fixtures.ts'
import { fail, ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'

const viewport = { width: 390, height: 844 }
const long = 'a-very-long-name-that-nobody-would-choose-but-somebody-will'

acceptance('G25 phones', (open) => {
  it('C-596 C-597 C-599 C-600 hides the menu behind a toggle', async () => {
    await using visit = await open({ user: U1, path: '/about', viewport })
    await visit.id('nav-toggle').waitFor()
    expect(await visit.id('nav-token').count()).toBe(0)
    await visit.id('nav-toggle').click()
    await visit.id('nav-logout').waitFor()
    for (const name of ['channel', 'redemption', 'user'])
      expect(await visit.page.locator(`nav [data-testid="nav-${name}"]`).count()).toBe(0)
    await visit.id('nav-token').click()
    await visit.arrives('/token')
    await visit.id('nav-token').waitFor({ state: 'hidden' })
  })

  it('C-598 offers visitors to sign in and to register', async () => {
    await using visit = await open({ path: '/about', viewport })
    await visit.id('nav-toggle').click()
    await visit.id('nav-login').waitFor()
    await visit.id('nav-register').waitFor()
  })

  it('C-601 shows toasts at the top, in the middle', async () => {
    await using visit = await open({ user: U1, path: '/token', viewport, answers: { 'GET /api/token/': fail('x') } })
    await visit.toasts('error').waitFor()
    const box = await visit.toasts('error').boundingBox()
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 195)).toBeLessThan(10)
    expect(box?.y ?? 999).toBeLessThan(100)
  })

  it('C-602 never scrolls sideways', async () => {
    await using visit = await open({
      user: U10,
      viewport,
      answers: {
        'GET /api/token/': ok([token(1, { name: long })]),
        'GET /api/channel/': ok([channel(1, { name: long, group: 'default,vip,svip' })]),
        'GET /api/redemption/': ok([redemption(1, { name: long })]),
        'GET /api/user/': ok([user(1, { display_name: long, email: `${long}@example.com` })]),
      },
    })
    const addresses = ['/token', '/log', '/setting', '/channel', '/channel/add', '/redemption', '/redemption/add', '/user', '/user/add']
    for (const path of addresses) {
      await visit.goto(path)
      await visit.page.locator('main section, main form, main h2').first().waitFor()
      await visit.settle()
      const width = await visit.page.evaluate<number>('document.documentElement.scrollWidth')
      expect({ path, isWithin: width <= 390 }).toEqual({ path, isWithin: true })
    }
  })

  it('keeps a long name and what stands below it within the card', async () => {
    const list = [user(2, { display_name: long.repeat(2) })]
    await using visit = await open({ user: U10, path: '/user', viewport, answers: { 'GET /api/user/': ok(list) } })
    await visit.cell(2, 'quota').waitFor()
    for (const name of ['display_name', 'quota']) {
      const box = await visit.cell(2, name).boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? viewport.width)).toBeLessThan(viewport.width)
    }
    const seen = await visit.page.evaluate<string>(`(() => {
      const { x, y, width, height } = document.querySelector('[data-testid="cell-quota"]').getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2).textContent
    })()`)
    expect(seen).toBe('$0.00')
  })
})

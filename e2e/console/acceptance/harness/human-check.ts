import type { Visit } from './visit.ts'

/** Stands in for the provider's script: the test decides when a token arrives. */
const STUB = `window.turnstile = {
  render: (holder, options) => { window.solveHumanCheck = options.callback; return 'widget' },
  reset: () => {},
  remove: () => {},
}`

export const stubHumanCheck = async (visit: Visit): Promise<void> => {
  await visit.page.addInitScript(STUB)
}

export const solveHumanCheck = async (visit: Visit, token: string): Promise<void> => {
  await visit.page.waitForFunction('window.solveHumanCheck !== undefined')
  await visit.page.evaluate(`window.solveHumanCheck(${JSON.stringify(token)})`)
}

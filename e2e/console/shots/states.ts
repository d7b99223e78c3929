import type { BrowserContext, Page, Route } from 'playwright-core'
import { eventually } from '../../../tools/testing/eventually.ts'
import { EVERY_LOOK, SOME_LOOKS, type Look } from './screens.ts'

export interface State {
  readonly name: 'full' | 'empty' | 'long' | 'failed' | 'waiting'
  readonly looks: readonly Look[]
  /** What becomes of the calls of a page from now on. */
  readonly prepare: (context: BrowserContext) => Promise<unknown>
  readonly isSettled: (page: Page) => Promise<unknown>
}

/** The frame around the pages needs the status to be itself. */
const isCall = ({ pathname }: URL): boolean => pathname.startsWith('/api/') && pathname !== '/api/status'

const NAMES = new Set(['name', 'username', 'display_name', 'model', 'model_name', 'token_name', 'channel_name', 'tag', 'vendor', 'email'])
/** Nothing to break at in the first half, as in names that programs make; as long as a channel's name may be together with what it follows. */
const TAIL = '-kept_for_the_evaluation_of_answers_in_several_languages 以及长期运行的离线批处理任务'

const lengthened = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => lengthened(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lengthened(inner, name)]))
  return typeof value === 'string' && value !== '' && NAMES.has(key) ? value + TAIL : value
}

const answerAtLength = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  const isJson = response.headers()['content-type']?.includes('json') === true
  await (isJson ? route.fulfill({ response, json: lengthened(await response.json()) }) : route.fulfill({ response }))
}

const refusal = JSON.stringify({ success: false, message: 'Internal error, request 01JCA0F5Q2' })

/** Its code has come; nothing else will. */
const CODE_IS_THERE = `document.querySelector('#root')?.childElementCount > 0 && document.querySelector('.first-paint') === null`
const drawn = (page: Page): Promise<unknown> =>
  eventually('the code of the page', async () => ((await page.evaluate<boolean>(CODE_IS_THERE)) ? true : undefined))

/** The code of a chart comes after the page, and is drawn after the network is quiet. */
const quiet = async (page: Page): Promise<void> => {
  await drawn(page)
  await page.waitForLoadState('networkidle')
}

export const STATES: readonly State[] = [
  { name: 'full', looks: EVERY_LOOK, prepare: () => Promise.resolve(), isSettled: quiet },
  { name: 'empty', looks: SOME_LOOKS, prepare: () => Promise.resolve(), isSettled: quiet },
  { name: 'long', looks: SOME_LOOKS, prepare: (context) => context.route(isCall, answerAtLength), isSettled: quiet },
  {
    name: 'failed',
    looks: SOME_LOOKS,
    prepare: (context) => context.route(isCall, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: refusal })),
    isSettled: quiet,
  },
  // A call that is neither answered nor refused stays open until the page is left.
  { name: 'waiting', looks: SOME_LOOKS, prepare: (context) => context.route(isCall, () => undefined), isSettled: drawn },
]

import type { Store } from '@weir/store/open-store'
import { measure } from './measure.ts'
import { DAY, faultAt, NOW, requestIdAt, ROWS, skewed, START, USERS } from './rows.ts'

const MONTH = { startTime: NOW - 30 * DAY, endTime: NOW }
const PAGE = 10

export const measureQuestions = async ({ logs, usage }: Store): Promise<void> => {
  const first = { offset: 0, limit: PAGE }
  const anywhere = () => ({ offset: Math.floor(Math.random() * ROWS * 0.95), limit: PAGE })
  const filters = {
    type: () => ({ type: 3 }),
    user: () => ({ username: `user-${skewed(USERS)}` }),
    token: () => ({ tokenName: `token-${skewed(900)}` }),
    model: () => ({ modelName: `model-${skewed(40)}` }),
    channel: () => ({ channelId: skewed(50) }),
    group: () => ({ groupName: 'vip' }),
    outcome: () => ({ outcome: 'failed' }),
    fault: () => ({ fault: faultAt(skewed(1000)) }),
    attempts: () => ({ attempts: 2 }),
    time: () => ({ startTime: START + Math.floor(Math.random() * 59 * DAY), endTime: NOW - DAY }),
  }
  await measure('list, first page', () => logs.list({}, first))
  await measure('list, any page of all', () => logs.list({}, anywhere()))
  await measure('list, last page', () => logs.list({}, { offset: Math.floor(ROWS * 0.95), limit: PAGE }))
  for (const [name, filter] of Object.entries(filters)) {
    await measure(`list by ${name}, first page`, () => logs.list(filter(), first))
    await measure(`list by ${name}, page 100`, () => logs.list(filter(), { offset: 1000, limit: PAGE }))
  }
  await measure('own list, page 100', () => logs.listOwn(skewed(USERS), {}, { offset: 1000, limit: PAGE }))
  await measure('list by user and model, first page', () => logs.list({ ...filters.user(), ...filters.model() }, first))
  await measure('list by four filters, first page', () =>
    logs.list({ ...filters.user(), ...filters.token(), ...filters.model(), ...filters.channel() }, first),
  )
  await measure('list by user and outcome, first page', () => logs.list({ ...filters.user(), outcome: 'failed' }, first))
  await measure('list by an outcome that no row has', () => logs.list({ outcome: 'left' }, first))
  const anyRequest = () => requestIdAt(Math.floor(Math.random() * ROWS))
  await measure('list by request id', () => logs.list({ requestId: anyRequest() }, first))
  await measure('list by a request id that no row has', () => logs.list({ requestId: `${anyRequest()}x` }, first))
  await measure('search by beginning', () => logs.search('nothing like this', 100))
  for (const sign of ['%', '_', '\\', "'", '"'])
    await measure(`50 searches at once for 64 times ${sign}`, () =>
      Promise.all(Array.from({ length: 50 }, () => logs.search(sign.repeat(64), 100))),
    )
  await measure('50 searches at once, each for something else', () =>
    Promise.all(Array.from({ length: 50 }, (_, index) => logs.search(`${'%_'.repeat(31)}${index}`, 100))),
  )
  await measure('stat of a month', () => logs.sum(MONTH))
  for (const [name, filter] of Object.entries(filters))
    await measure(`stat of a month by ${name}`, () => logs.sum({ ...MONTH, ...filter() }))
  await measure('stat of a month by model and channel', () => logs.sum({ ...MONTH, ...filters.model(), ...filters.channel() }))
  await measure('own stat of a month', () => logs.sum(MONTH, skewed(USERS)))
  await measure('own seven days', () => usage.byDayAndModel(skewed(USERS), NOW - 7 * DAY))
  for (const [name, days, step] of [
    ['day', 1, 3600],
    ['month', 30, DAY],
  ] as const) {
    const scope = { start: NOW - days * DAY, end: NOW }
    const ask = async (userId?: number): Promise<void> => {
      await Promise.all([
        usage.period({ ...scope, step, userId }),
        usage.totals({ start: scope.start - days * DAY, end: scope.start, userId }),
      ])
    }
    await measure(`dashboard of a ${name}`, () => ask())
    await measure(`own dashboard of a ${name}`, () => ask(skewed(USERS)))
  }
}

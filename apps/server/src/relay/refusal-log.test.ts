import { expect, it } from 'bun:test'
import type { LoggedRefusal } from '@weir/relay/refusal'
import type { NewLog } from '@weir/store/new-log'
import { createRefusalLog } from './refusal-log.ts'

const refusalOf = (userId: number): LoggedRefusal => ({
  userId,
  username: `user-${userId}`,
  tokenName: 'app',
  model: 'm',
  isStream: true,
  kind: 'no-channel',
  text: (language) => ({ zh: '没有', en: 'none' })[language],
  requestId: 'r1',
  address: '192.0.2.7',
})

const open = (over: { readonly isOn?: boolean; readonly fails?: boolean } = {}) => {
  const rows: NewLog[] = []
  const errors: unknown[] = []
  const time = { now: 1_000_000 }
  const log = createRefusalLog({
    logs: {
      add: async (row) => {
        if (over.fails === true) throw new Error('disk full')
        rows.push(row)
      },
    },
    clock: () => time.now,
    isOn: () => over.isOn ?? true,
    onError: (error) => void errors.push(error),
  })
  const refuse = (userId: number, times: number) => {
    for (let time = 0; time < times; time++) log.note(refusalOf(userId))
  }
  return { log, rows, errors, time, refuse }
}

it('writes a row that costs nothing and is no consumption', async () => {
  const { log, rows, refuse } = open()
  refuse(5, 1)
  await log.idle()
  expect(rows).toEqual([
    {
      userId: 5,
      username: 'user-5',
      tokenName: 'app',
      type: 6,
      content: 'no-channel',
      modelName: 'm',
      requestId: 'r1',
      isStream: true,
      outcome: 'refused',
      attempts: 0,
      detail: { text: { zh: '没有', en: 'none' }, address: '192.0.2.7' },
    },
  ])
})

it('writes ten rows a minute for one user, whatever others are refused, and tells later how many it left out', async () => {
  const { log, rows, time, refuse } = open()
  refuse(5, 1000)
  refuse(6, 1)
  await log.idle()
  expect([rows.filter(({ userId }) => userId === 5).length, rows.filter(({ userId }) => userId === 6).length]).toEqual([10, 1])
  time.now += 59_999
  refuse(5, 1)
  expect(rows).toHaveLength(11)
  time.now += 1
  refuse(5, 2)
  await log.idle()
  expect(rows.slice(11).map(({ detail }) => detail?.['omitted'])).toEqual([991, undefined])
})

it('writes six hundred rows a minute in all', async () => {
  const { log, rows, time, refuse } = open()
  for (let user = 1; user <= 1000; user++) refuse(user, 1)
  await log.idle()
  expect(rows).toHaveLength(600)
  time.now += 60_000
  refuse(1000, 1)
  await log.idle()
  expect(rows.at(-1)).toMatchObject({ userId: 1000, detail: { omitted: 1 } })
})

it('writes nothing where the operator keeps no requests in the log', async () => {
  const { log, rows, refuse } = open({ isOn: false })
  refuse(5, 3)
  await log.idle()
  expect(rows).toEqual([])
})

it('reports a row that could not be written and goes on', async () => {
  const { log, errors, refuse } = open({ fails: true })
  refuse(5, 2)
  await log.idle()
  expect(errors.map(String)).toEqual(['Error: disk full', 'Error: disk full'])
})

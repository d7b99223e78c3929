import {
  MAX_CODES_AT_ONCE,
  RedemptionStatus,
  createRedemptions,
  deleteRedemption,
  listRedemptions,
  searchRedemptions,
  type RedemptionObject,
} from '@weir/contract/redemption'
import type { Command } from 'commander'
import { CommandError } from '../commands.ts'
import { QUOTA_FORM, allPages, bookedIn, limitIn, wholeIn } from './amounts.ts'
import { withGateway } from './gateway.ts'
import { addLeaf } from './leaf.ts'
import { requireId } from './lookup.ts'
import { renderTable, renderTime } from './render.ts'
import type { Session } from './session.ts'

const columns = {
  id: ({ id }: RedemptionObject) => id,
  name: ({ name }: RedemptionObject) => name,
  status: ({ status }: RedemptionObject) => Object.entries(RedemptionStatus).find(([, known]) => known === status)?.[0] ?? status,
  quota: ({ quota }: RedemptionObject) => quota,
  created: ({ created_time: created }: RedemptionObject) => renderTime(created),
  redeemed: ({ redeemed_time: redeemed }: RedemptionObject) => renderTime(redeemed),
}

/** A code is money: it is shown once, where it was made. */
const withoutKey = ({ key: _key, count: _count, ...rest }: RedemptionObject) => rest

const countIn = (text: string): number => {
  const count = wholeIn('--count', text)
  if (count < 1 || count > MAX_CODES_AT_ONCE)
    throw new CommandError(`--count is ${text}: give a whole number from 1 to ${MAX_CODES_AT_ONCE}`)
  return count
}

export const addCodes = (program: Command, session: Session): void => {
  const parent = program.command('code').description('redemption codes: add, list, delete')
  addLeaf(
    { parent, session },
    {
      usage: 'add <name> <amount>',
      summary: `make redemption codes and print them, one to a line; the amount in ${QUOTA_FORM}`,
      flags: { count: ['<number>', `how many, up to ${MAX_CODES_AT_ONCE}; 1 unless told`] },
    },
    ([name = '', amount = ''], { count = '1' }) =>
      withGateway(session.config(), async ({ call, settings }) => {
        const body = { name, quota: bookedIn(amount, settings.current()), count: countIn(count) }
        const { data } = await call(createRedemptions, { body })
        return { json: data, text: data.join('\n') }
      }),
  )
  addLeaf(
    { parent, session },
    {
      usage: 'list',
      summary: 'list redemption codes without what they read, newest first',
      flags: { keyword: ['<text>', 'an id, or the beginning of a name'], limit: ['<number>', 'no more than so many'] },
    },
    (_, { keyword, limit }) =>
      withGateway(session.config(), async ({ call }) => {
        const rows = await allPages(
          async (page) =>
            keyword === undefined
              ? (await call(listRedemptions, { query: page })).data
              : (await call(searchRedemptions, { query: { keyword, ...page } })).data,
          limitIn(limit),
        )
        return { json: rows.map(withoutKey), text: renderTable(rows, columns) }
      }),
  )
  addLeaf({ parent, session }, { usage: 'delete <id...>', summary: 'delete redemption codes' }, (texts) =>
    withGateway(session.config(), async ({ call }) => {
      const ids = texts.map(requireId)
      for (const id of ids) await call(deleteRedemption, { params: { id } })
      return { json: { deleted: ids }, text: `Deleted: ${ids.join(', ')}` }
    }),
  )
}

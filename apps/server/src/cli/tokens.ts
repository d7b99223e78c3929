import { TokenStatus, createToken, deleteToken, editToken, getToken, listTokens, type TokenObject } from '@weir/contract/token'
import { NEVER_EXPIRES } from '@weir/contract/values/quantity'
import type { Command } from 'commander'
import type { Shown } from '../commands.ts'
import { momentOf } from '../ledger-commands.ts'
import { QUOTA_FORM, allPages, choiceIn, limitIn, quotaIn } from './amounts.ts'
import { withGateway, type Gateway } from './gateway.ts'
import { addLeaf, type Given } from './leaf.ts'
import { findTokenOwner, findUser, requireId } from './lookup.ts'
import { renderRecord, renderTable, renderTime } from './render.ts'
import type { Session } from './session.ts'

const STATUS_WORDS = ['enabled', 'disabled'] as const

const statusWord = ({ status }: TokenObject): string =>
  Object.entries(TokenStatus).find(([, known]) => known === status)?.[0] ?? String(status)

/** A key is shown once, where it was made: lists end up in the logs of other programs. */
const withoutKey = ({ key: _key, ...rest }: TokenObject) => rest

const quotaWord = ({ unlimited_quota: isUnlimited, remain_quota: left }: TokenObject): string | number => (isUnlimited ? 'unlimited' : left)

const columns = {
  id: ({ id }: TokenObject) => id,
  name: ({ name }: TokenObject) => name,
  status: statusWord,
  quota: quotaWord,
  used: ({ used_quota: used }: TokenObject) => used,
  expires: ({ expired_time: expires }: TokenObject) => renderTime(expires) || 'never',
  group: ({ group }: TokenObject) => group,
  models: ({ models }: TokenObject) => models || 'all',
}

const recordOf = (token: TokenObject): Shown => {
  const { expired_time: expires, ...shown } = withoutKey(token)
  return { json: withoutKey(token), text: renderRecord({ ...shown, status: statusWord(token), expires: renderTime(expires) || 'never' }) }
}

const FIELDS = {
  name: ['<text>', 'its name'],
  quota: ['<amount>', `what it may spend: ${QUOTA_FORM}, or unlimited`],
  expires: ['<moment>', 'a day such as 2026-11-30, a moment such as 2026-11-30T08:00:00+08:00, or never'],
  models: ['<names>', 'the only models it may use, separated by commas; empty for all'],
  subnet: ['<subnets>', 'the only addresses it may be used from, such as 10.0.0.0/8; empty for all'],
  group: ['<name>', 'the group that serves it; empty for that of its user'],
} as const

const UNLIMITED = 'unlimited'

/** What was said on the line, in the words of the endpoint. */
const fieldsIn = ({ name, quota, expires, models, subnet, group }: Given<typeof FIELDS>, { settings }: Gateway) => ({
  ...(name !== undefined && { name }),
  ...(quota !== undefined && {
    unlimited_quota: quota === UNLIMITED,
    ...(quota !== UNLIMITED && { remain_quota: quotaIn('--quota', quota, settings.current()) }),
  }),
  ...(expires !== undefined && { expired_time: expires === 'never' ? NEVER_EXPIRES : momentOf(expires, settings.current()) }),
  ...(models !== undefined && { models }),
  ...(subnet !== undefined && { subnet }),
  ...(group !== undefined && { group }),
})

/** An edit overwrites every field; what is left is sent back as it was read, so that it goes on being spent. */
const editable = ({ id, name, expired_time, remain_quota, unlimited_quota, models, subnet, group, limit_read }: TokenObject) => ({
  id,
  name,
  expired_time,
  remain_quota,
  limit_read,
  unlimited_quota,
  models,
  subnet,
  group,
})

const addWriting = (parent: Command, session: Session): void => {
  addLeaf(
    { parent, session },
    {
      usage: 'add <user>',
      summary: 'make a token for an account and print its key, once',
      flags: FIELDS,
      notes: 'Without --quota the token may spend nothing: say how much, or unlimited.',
    },
    ([name = ''], given) =>
      withGateway(session.config(), async (gateway) => {
        const owner = await findUser(gateway, name)
        const { data } = await gateway.call(createToken, { body: fieldsIn(given, gateway) }, owner)
        if (!data.unlimited_quota && data.remain_quota === 0)
          session.terminal.tell(`Token ${data.id} may spend nothing yet: weir token set ${data.id} --quota unlimited, or an amount.`)
        return { json: { ...data, key: `sk-${data.key}` }, text: `sk-${data.key}` }
      }),
  )
  addLeaf(
    { parent, session },
    { usage: 'set <id>', summary: 'change a token', flags: { ...FIELDS, status: ['<word>', 'enabled or disabled'] } },
    ([text = ''], { status, ...given }) =>
      withGateway(session.config(), async (gateway) => {
        const id = requireId(text)
        const owner = await findTokenOwner(gateway, id)
        const wanted = status === undefined ? undefined : TokenStatus[choiceIn('--status', status, STATUS_WORDS)]
        const fields = fieldsIn(given, gateway)
        if (Object.keys(fields).length > 0) {
          const { data: before } = await gateway.call(getToken, { params: { id } }, owner)
          await gateway.call(editToken, { query: {}, body: { ...editable(before), ...fields } }, owner)
        }
        if (wanted !== undefined) await gateway.call(editToken, { query: { status_only: 'true' }, body: { id, status: wanted } }, owner)
        return recordOf((await gateway.call(getToken, { params: { id } }, owner)).data)
      }),
  )
}

export const addTokens = (program: Command, session: Session): void => {
  const parent = program.command('token').description('keys of callers: list, add, set, delete')
  addLeaf(
    { parent, session },
    {
      usage: 'list <user>',
      summary: 'list the tokens of an account, newest first',
      flags: { limit: ['<number>', 'no more than so many'] },
    },
    ([name = ''], { limit }) =>
      withGateway(session.config(), async (gateway) => {
        const owner = await findUser(gateway, name)
        const rows = await allPages(async (page) => (await gateway.call(listTokens, { query: page }, owner)).data, limitIn(limit))
        return { json: rows.map(withoutKey), text: renderTable(rows, columns) }
      }),
  )
  addWriting(parent, session)
  addLeaf({ parent, session }, { usage: 'delete <id...>', summary: 'delete tokens' }, (texts) =>
    withGateway(session.config(), async (gateway) => {
      const ids = texts.map(requireId)
      for (const id of ids) await gateway.call(deleteToken, { params: { id } }, await findTokenOwner(gateway, id))
      return { json: { deleted: ids }, text: `Deleted: ${ids.join(', ')}` }
    }),
  )
}

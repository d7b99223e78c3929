import { Role, UserStatus, type UserObject } from '@weir/contract/user'
import { createUser, deleteUser, editUser, getUser, listUsers, manageUser, searchUsers, type ManageAction } from '@weir/contract/user-admin'
import type { Command } from 'commander'
import { QUOTA_FORM, allPages, bookedIn, choiceIn, limitIn, quotaIn } from './amounts.ts'
import { withGateway, type Gateway } from './gateway.ts'
import { warnOfGroups } from './groups.ts'
import { addLeaf } from './leaf.ts'
import { findUser } from './lookup.ts'
import { renderRecord, renderTable } from './render.ts'
import type { Session } from './session.ts'

const ROLES = ['user', 'admin'] as const

const wordOf = (table: Readonly<Record<string, number>>, value: number): string =>
  Object.entries(table).find(([, known]) => known === value)?.[0] ?? String(value)

const roleWord = ({ role }: UserObject): string => wordOf(Role, role)
const statusWord = ({ status }: UserObject): string => wordOf(UserStatus, status)

const shownUser = ({
  id,
  username,
  display_name,
  role,
  status,
  email,
  quota,
  used_quota,
  request_count,
  group,
  inviter_id,
}: UserObject) => ({
  id,
  username,
  display_name,
  role,
  status,
  email,
  quota,
  used_quota,
  request_count,
  group,
  inviter_id,
})

const columns = {
  id: ({ id }: UserObject) => id,
  username: ({ username }: UserObject) => username,
  role: roleWord,
  status: statusWord,
  group: ({ group }: UserObject) => group,
  quota: ({ quota }: UserObject) => quota,
  used: ({ used_quota: used }: UserObject) => used,
  requests: ({ request_count: requests }: UserObject) => requests,
}

const recordOf = (user: UserObject) => ({
  json: shownUser(user),
  text: renderRecord({ ...shownUser(user), role: roleWord(user), status: statusWord(user) }),
})

const reread = async (gateway: Gateway, id: number) => recordOf((await gateway.call(getUser, { params: { id } })).data)

/** Empty is that of new accounts, or leaves it as it is. */
const warnOfGroup = (group: string | undefined, gateway: Gateway, session: Session): void => {
  const name = group?.trim() ?? ''
  if (name !== '') warnOfGroups([name], gateway, session)
}

const PROFILE = {
  displayName: ['<text>', 'the name that is shown'],
  group: ['<name>', 'the group, which decides channels and prices'],
  role: ['<role>', 'user or admin'],
} as const

const roleIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Role[choiceIn('--role', text, ROLES)])

const addReading = (parent: Command, session: Session): void => {
  addLeaf(
    { parent, session },
    {
      usage: 'list',
      summary: 'list accounts, newest first',
      flags: {
        keyword: ['<text>', 'an id, or the beginning of username, display name or e-mail'],
        limit: ['<number>', 'no more than so many'],
      },
    },
    (_, { keyword, limit }) =>
      withGateway(session.config(), async ({ call }) => {
        const rows = await allPages(
          async (page) =>
            keyword === undefined
              ? (await call(listUsers, { query: page })).data
              : (await call(searchUsers, { query: { keyword, ...page } })).data,
          limitIn(limit),
        )
        return { json: rows.map(shownUser), text: renderTable(rows, columns) }
      }),
  )
  addLeaf({ parent, session }, { usage: 'show <user>', summary: 'show one account, by its name or its id' }, ([name = '']) =>
    withGateway(session.config(), async (gateway) => await reread(gateway, (await findUser(gateway, name)).id)),
  )
}

const addWriting = (parent: Command, session: Session): void => {
  addLeaf(
    { parent, session },
    {
      usage: 'add <name>',
      summary: 'make an account; its password is read from the input',
      flags: { ...PROFILE, quota: ['<amount>', `the first balance: ${QUOTA_FORM}; without it what new users are given`] },
    },
    ([username = ''], { displayName, group, role, quota }) =>
      withGateway(session.config(), async (gateway) => {
        const profile = {
          username,
          display_name: displayName,
          group,
          role: roleIn(role),
          quota: quota === undefined ? undefined : quotaIn('--quota', quota, gateway.settings.current()),
        }
        const password = await session.terminal.askSecret('Password: ')
        await gateway.call(createUser, { body: { ...profile, password } })
        warnOfGroup(group, gateway, session)
        const made = await gateway.store.users.findByName(username.trim())
        return await reread(gateway, made?.user.id ?? 0)
      }),
  )
  addLeaf(
    { parent, session },
    {
      usage: 'set <user>',
      summary: 'change an account',
      flags: {
        ...PROFILE,
        username: ['<name>', 'another name'],
        quota: ['<amount>', `the balance, whatever it is now: ${QUOTA_FORM}`],
        password: ['', 'another password, read from the input; it must be changed at the next sign-in'],
      },
      notes: 'Use "weir user topup" to add to a balance: what is spent in between is kept.',
    },
    ([name = ''], { displayName, group, role, username, quota, password }) =>
      withGateway(session.config(), async (gateway) => {
        const { id } = await findUser(gateway, name)
        const given = {
          username,
          display_name: displayName,
          group,
          role: roleIn(role),
          quota: quota === undefined ? undefined : quotaIn('--quota', quota, gateway.settings.current()),
          password: password === true ? await session.terminal.askSecret('New password: ') : undefined,
        }
        await gateway.call(editUser, { body: { id, ...given } })
        warnOfGroup(group, gateway, session)
        return await reread(gateway, id)
      }),
  )
  addLeaf(
    { parent, session },
    {
      usage: 'topup <user> <amount>',
      summary: `add to a balance: ${QUOTA_FORM}`,
      flags: {
        subtract: ['', 'take away instead'],
        reason: ['<text>', 'kept in the ledger, in the log and in the audit trail'],
        id: ['<text>', 'of your choice, such as the number of an invoice: repeated with it, the command books nothing more'],
      },
    },
    ([name = '', amount = ''], { subtract, reason, id: onceId }) =>
      withGateway(session.config(), async (gateway) => {
        const { id } = await findUser(gateway, name)
        const value = bookedIn(amount, gateway.settings.current())
        const mode = subtract === true ? 'subtract' : 'add'
        const { data } = await gateway.call(manageUser, { body: { id, action: 'add_quota', mode, value, reason, once_id: onceId } })
        const shown = await reread(gateway, id)
        if (onceId === undefined) return shown
        if (data.is_repeat === true) session.terminal.tell(`The id ${onceId} was booked by an earlier call: nothing more is booked.`)
        return { ...shown, json: { ...shown.json, is_repeat: data.is_repeat === true } }
      }),
  )
}

const SWITCHES: readonly { readonly verb: ManageAction; readonly summary: string }[] = [
  { verb: 'disable', summary: 'shut an account out: its sessions end and its tokens are refused' },
  { verb: 'enable', summary: 'let a disabled account in again' },
]

export const addUsers = (program: Command, session: Session): void => {
  const parent = program.command('user').description('accounts: list, show, add, set, topup, disable, enable, delete')
  addReading(parent, session)
  addWriting(parent, session)
  for (const { verb, summary } of SWITCHES)
    addLeaf({ parent, session }, { usage: `${verb} <user>`, summary }, ([name = '']) =>
      withGateway(session.config(), async (gateway) => {
        const { id } = await findUser(gateway, name)
        await gateway.call(manageUser, { body: { id, action: verb } })
        return await reread(gateway, id)
      }),
    )
  addLeaf({ parent, session }, { usage: 'delete <user>', summary: 'delete an account; its ledger and its log stay' }, ([name = '']) =>
    withGateway(session.config(), async (gateway) => {
      const { id, username } = await findUser(gateway, name)
      await gateway.call(deleteUser, { params: { id } })
      return { json: { id, username }, text: `The account ${username} is deleted.` }
    }),
  )
}

import { notFound } from '@weir/contract/errors'
import type { UserObject } from '@weir/contract/user'
import { UserStatus } from '@weir/contract/user'
import { CommandError } from '../commands.ts'
import type { Gateway, Owner } from './gateway.ts'

/** Digits are always a number: an account that is called 12 must not be taken for the account 12. */
export const idIn = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

export const requireId = (text: string): number => {
  const id = idIn(text)
  if (id === undefined) throw new CommandError(`${text} is no id: give the number that the list shows`)
  return id
}

/** By id or by name. */
export const findUser = async ({ store: { users } }: Gateway, text: string): Promise<UserObject> => {
  const id = idIn(text)
  const account = id === undefined ? await users.findByName(text) : await users.findById(id)
  if (account === undefined || account.user.status === UserStatus.deleted) throw notFound('user', text)
  return account.user
}

/** By id, or by a name that no other channel has. */
export const findChannel = async ({ store: { channels } }: Gateway, text: string): Promise<number> => {
  const id = idIn(text)
  if (id !== undefined) return id
  const ids = (await channels.all()).filter(({ name }) => name === text).map((channel) => channel.id)
  if (ids.length > 1)
    throw new CommandError(`${ids.length} channels have the name ${text}: give the id, one of ${ids.toSorted((a, b) => a - b).join(', ')}`)
  const [found] = ids
  if (found === undefined) throw notFound('channel', text)
  return found
}

/** Whose token it is. */
export const findTokenOwner = async ({ store }: Gateway, tokenId: number): Promise<Owner> => {
  const [subject] = await store.budgetList.subjects([{ scope: 'token', scopeKey: String(tokenId) }])
  const account = subject?.account === undefined ? undefined : await store.users.findById(subject.account.id)
  if (account === undefined) throw notFound('token', tokenId)
  return { id: account.user.id, username: account.user.username }
}

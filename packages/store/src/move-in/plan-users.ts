import { Role, UserStatus, newUsername } from '@weir/contract/user'
import { nameShapes } from '@weir/contract/values/name-shape'
import type { SourceRow } from '../dialect/source/source.ts'
import type { Notes } from './notes.ts'
import type { Family, OlderData } from './older-data.ts'
import type { PlannedUser } from './plan.ts'
import { countOf, cut, fits, flagOf, idOf, shortText, textOf, trimmed, wholeOf } from './source-value.ts'

const ROLES = [Role.root, Role.admin, Role.user] as const
const STATUSES: ReadonlySet<number> = new Set(Object.values(UserStatus))
/** Sign-ins by services that are not known here. */
const HOMELESS_IDS = ['discord_id', 'telegram_id', 'linux_do_id'] as const

export const isDeletedUser = (row: SourceRow): boolean => countOf(row, 'status') === UserStatus.deleted || trimmed(row, 'deleted_at') !== ''

/** A role between two known ones is worth the lower one: nobody gains a right. */
const roleOf = (row: SourceRow, id: number, notes: Notes): number => {
  const role = countOf(row, 'role')
  const known = ROLES.find((floor) => role >= floor) ?? Role.user
  if (known !== role) notes.changed('users', id, `the role ${role} is not known; it is ${known} now`)
  return known
}

const statusOf = (row: SourceRow, id: number, notes: Notes): number => {
  if (isDeletedUser(row)) return UserStatus.deleted
  const status = countOf(row, 'status')
  if (STATUSES.has(status)) return status
  notes.changed('users', id, `the status ${status} is not known; the account is disabled`)
  return UserStatus.disabled
}

/** Values of a column that no two accounts may share. The oldest account that is not deleted keeps one; databases ignore blanks at the end. */
class Claims {
  readonly #taken = new Set<string>()

  isFree(value: string): boolean {
    return !this.#taken.has(value.trimEnd())
  }

  take(value: string): void {
    this.#taken.add(value.trimEnd())
  }
}

const COLUMNS = [
  'username',
  'folded',
  'shape',
  'email',
  'github_id',
  'wechat_id',
  'lark_id',
  'oidc_id',
  'aff_code',
  'access_token',
] as const
type Unique = (typeof COLUMNS)[number]

const LABELS: Partial<Record<Unique, string>> = { email: 'e-mail', aff_code: 'invitation code', access_token: 'access token' }

class UserPlanner {
  readonly #notes: Notes
  readonly #family: Family
  readonly #claims = new Map<Unique, Claims>(COLUMNS.map((column) => [column, new Claims()]))

  constructor(notes: Notes, family: Family) {
    this.#notes = notes
    this.#family = family
  }

  #claim(column: Unique, value: string): boolean {
    const claims = this.#claims.get(column)
    if (claims?.isFree(value) !== true) return false
    claims.take(value)
    return true
  }

  #linked(row: SourceRow, id: number, column: Unique): string | null {
    const given = shortText(row, column).trim()
    const value = column === 'email' ? given.toLowerCase() : given
    if (value === '') return null
    if (this.#claim(column, value)) {
      if (value !== given) this.#notes.changed('users', id, 'the e-mail is in lower case now')
      return value
    }
    this.#notes.changed('users', id, `an older account has the same ${LABELS[column] ?? column}; this one has none now`)
    return null
  }

  /**
   * one-api knows people of GitHub by their login names, and so did new-api for long. Here and there now it is by their numbers, since a
   * name can be given up and taken by somebody else. A name of digits would be the number of another person.
   */
  #githubIdOf(row: SourceRow, id: number): string | null {
    const value = this.#linked(row, id, 'github_id')
    if (value === null) return null
    if (!/^\d+$/.test(value)) {
      this.#notes.kept('users', id, `github_id ${value} is a login name, which opens no account here: bind GitHub anew`)
      return value
    }
    if (this.#family === 'new-api') return value
    this.#notes.changed(
      'users',
      id,
      `github_id ${value} is a login name and would be the number of somebody else; this account has none now`,
    )
    return null
  }

  #nameOf(row: SourceRow, id: number, isDeleted: boolean): string {
    const given = shortText(row, 'username')
    const wanted = isDeleted && !given.startsWith('deleted_') ? `deleted_${id}` : given
    const name = wanted.trim() !== '' && this.#claim('username', wanted) ? wanted : `user_${id}_${crypto.randomUUID().slice(0, 8)}`
    if (!isDeleted && name !== given)
      this.#notes.changed('users', id, `the name ${JSON.stringify(given)} cannot be kept; it is ${name} now`)
    return name
  }

  #shapesOf(username: string, id: number, isDeleted: boolean): Pick<PlannedUser, 'folded' | 'shape'> {
    const { folded, shape } = nameShapes(username)
    const own = { folded: this.#claim('folded', folded) ? folded : null, shape: this.#claim('shape', shape) ? shape : null }
    if (isDeleted) return own
    if (own.folded === null || own.shape === null)
      this.#notes.kept('users', id, `the name ${JSON.stringify(username)} reads like that of an older account`)
    else if (!newUsername.safeParse(username).success)
      this.#notes.kept('users', id, `the name ${JSON.stringify(username)} would be refused for a new account`)
    return own
  }

  #figuresOf(row: SourceRow, id: number, isDeleted: boolean): Pick<PlannedUser, 'granted' | 'used' | 'forfeited'> {
    const figure = (column: string): bigint => {
      const value = wholeOf(row, column)
      if (!fits(value)) this.#notes.changed('users', id, `${column} is ${value}, beyond 2^53; it is ${cut(value)} now`)
      return cut(value)
    }
    const quota = figure('quota')
    const used = figure('used_quota')
    return { granted: quota + used, used, forfeited: isDeleted && quota > 0n ? quota : 0n }
  }

  #noteHomeless(row: SourceRow, id: number): void {
    for (const column of HOMELESS_IDS)
      if (trimmed(row, column) !== '') this.#notes.leftOut('users', id, `${column}: there is no sign-in by this service here`)
    if (wholeOf(row, 'aff_quota') !== 0n)
      this.#notes.leftOut(
        'users',
        id,
        `aff_quota of ${wholeOf(row, 'aff_quota')}: rewards that were not moved to the balance have no place here`,
      )
  }

  plan(row: SourceRow, totpSecret: string | undefined): PlannedUser {
    const id = idOf(row, 'users')
    const isDeleted = isDeletedUser(row)
    const username = this.#nameOf(row, id, isDeleted)
    const figures = this.#figuresOf(row, id, isDeleted)
    const link = (column: Unique): string | null => (isDeleted ? null : this.#linked(row, id, column))
    if (isDeleted)
      this.#notes.changed(
        'users',
        id,
        `deleted there: kept as a deleted account without name and addresses, ${figures.forfeited} units forfeited`,
      )
    else this.#noteHomeless(row, id)
    const passwordHash = trimmed(row, 'password')
    const isHash = /^\$2[abxy]\$\d\d\$/.test(passwordHash)
    if (!isHash && passwordHash !== '') this.#notes.changed('users', id, 'the password is no bcrypt hash: set a new one with weir passwd')
    return {
      id,
      username,
      ...this.#shapesOf(username, id, isDeleted),
      passwordHash: isHash ? passwordHash : '',
      displayName: shortText(row, 'display_name'),
      role: roleOf(row, id, this.#notes),
      status: statusOf(row, id, this.#notes),
      email: link('email'),
      githubId: isDeleted ? null : this.#githubIdOf(row, id),
      wechatId: link('wechat_id'),
      larkId: link('lark_id'),
      oidcId: link('oidc_id'),
      affCode: link('aff_code'),
      accessToken: link('access_token'),
      requestCount: countOf(row, 'request_count'),
      group: shortText(row, 'group').trim() || 'default',
      inviterId: countOf(row, 'inviter_id'),
      createdAt: countOf(row, 'created_at'),
      ...figures,
      totpSecret: isDeleted ? undefined : totpSecret,
    }
  }
}

/** By user. Secrets that were never confirmed with a code are left behind. */
const totpSecrets = ({ factors }: Pick<OlderData, 'factors'>): ReadonlyMap<number, string> =>
  new Map(
    factors
      .filter((row) => flagOf(row, 'is_enabled') && trimmed(row, 'deleted_at') === '' && textOf(row, 'secret') !== '')
      .map((row) => [countOf(row, 'user_id'), trimmed(row, 'secret')]),
  )

/** Accounts that are not deleted come first, so that a deleted one takes no name from them. */
export const planUsers = (data: Pick<OlderData, 'users' | 'factors' | 'family'>, notes: Notes): readonly PlannedUser[] => {
  const planner = new UserPlanner(notes, data.family)
  const secrets = totpSecrets(data)
  const ordered = data.users.toSorted((a, b) => Number(isDeletedUser(a)) - Number(isDeletedUser(b)))
  return ordered.map((row) => planner.plan(row, secrets.get(idOf(row, 'users')))).toSorted((a, b) => a.id - b.id)
}

import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { savedBy } from './0011-saved-by.ts'

const OPTION_COLUMNS = ['saved_role', 'saved_by', 'saved_at', 'is_withheld'] as const
const USER_COLUMNS = ['github_unconfirmed', 'wechat_unconfirmed', 'lark_unconfirmed', 'oidc_unconfirmed'] as const

describeStore('options from before their savers were kept', (harness) => {
  it('are confirmed where the audit trail names root last, and nowhere else; bindings stay as good as they were', async () => {
    const database = await harness.fresh()
    const old = await harness.open(database)
    const account = { passwordHash: '', displayName: '' }
    const root = await old.users.create({ ...account, username: 'chief', role: 100 })
    const admin = await old.users.create({ ...account, username: 'admin', role: 10, oidcId: 'sub' })
    const trail = [
      ['SMTPServer', root],
      ['ServerAddress', admin],
      ['ServerAddress', root],
      ['OidcTokenEndpoint', root],
      ['OidcTokenEndpoint', admin],
      ['SMTPPort', 999],
    ] as const
    for (const [name, actorId] of trail) {
      const origin = { actorName: '', credential: 'session', address: '', requestId: '', before: '', after: '' }
      await old.audit.add([{ ...origin, actorId, action: 'option.set', object: `option ${name}` }])
    }
    await harness.raw(async ({ kysely }) => {
      for (const column of OPTION_COLUMNS) await kysely.schema.alterTable('options').dropColumn(column).execute()
      for (const column of USER_COLUMNS) await kysely.schema.alterTable('users').dropColumn(column).execute()
      for (const name of ['SMTPServer', 'ServerAddress', 'OidcTokenEndpoint', 'SMTPPort', 'ChatLink'])
        await kysely.insertInto('options').values({ name, value: 'x', is_sealed: false }).execute()
      await kysely.deleteFrom('migrations').where('name', '=', savedBy.name).execute()
    }, database)
    const store = await harness.open(database)
    const confirmed = (await store.options.all()).map(({ name, isConfirmed }) => [name, isConfirmed])
    expect(Object.fromEntries(confirmed)).toEqual({
      ChatLink: false,
      OidcTokenEndpoint: false,
      SMTPPort: false,
      SMTPServer: true,
      ServerAddress: true,
    })
    expect((await store.users.findByExternalId('oidc', 'sub'))?.unconfirmed).toEqual([])
  })
})

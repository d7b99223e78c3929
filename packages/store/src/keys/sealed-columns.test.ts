import { Database } from 'bun:sqlite'
import { describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../open-store.ts'
import { TEST_ROOT_KEY } from '../testing/root-key.ts'

describe('replacing the root key', () => {
  it('knows every column that is sealed or looked up: one it does not know would be lost with the old key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-columns-'))
    const sqlitePath = join(folder, 'weir.db')
    await (await openStore({ dsn: '', sqlitePath, rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: Date.now })).close()
    const database = new Database(sqlitePath, { readonly: true })
    const rows = database
      .query<{ place: string }, []>(
        `select m.name || '.' || c.name as place from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' order by place`,
      )
      .all()
    database.close()
    rmSync(folder, { recursive: true })
    expect(rows.map(({ place }) => place).filter((place) => /(_cipher|_hmac|lookup_keys|is_sealed)$/.test(place))).toEqual([
      'alert_targets.settings_cipher',
      'channel_keys.key_cipher',
      'channel_keys.key_hmac',
      'channels.config_cipher',
      'channels.key_cipher',
      'channels.key_hmac',
      'channels.overrides_cipher',
      'codes.code_hmac',
      'codes.target_hmac',
      'known_devices.device_hmac',
      'mail_counts.target_hmac',
      'oauth_states.state_hmac',
      'oauth_states.visitor_hmac',
      'options.is_sealed',
      'passkey_challenges.challenge_hmac',
      'passkey_challenges.holder_hmac',
      'recovery_codes.code_hmac',
      'redemptions.key_cipher',
      'redemptions.key_hmac',
      'request_bodies.content_cipher',
      'root_keys.lookup_keys',
      'stored_responses.content_cipher',
      'tokens.key_cipher',
      'tokens.key_hmac',
      'tokens.old_key_cipher',
      'tokens.old_key_hmac',
      'totp_secrets.secret_cipher',
      'users.access_token_hmac',
    ])
  })
})

/** What no schema tells: values that belong together, by call. They stand beside what the schema asks for. */
export const givenBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/channel/': { type: 1, key: 'sk-of-the-provider', models: 'gpt-4o-mini', group: 'default' },
  'POST /api/channel/test_draft': { id: 1, type: 1, key: 'sk-of-the-provider', models: 'gpt-4o-mini' },
  'POST /api/channel/fetch_models': { type: 1, key: 'sk-of-the-provider' },
  'POST /api/channel/bulk': { changes: [{ id: 1, before: { priority: 0 }, after: { priority: 1 } }] },
  'POST /api/channel/bulk/preview': { ids: [1], change: { priority: 1 } },
  'POST /api/user/manage': { username: 'alice', action: 'disable' },
  'POST /api/user/topup': { key: '0123456789abcdef0123456789abcdef' },
  'POST /api/ledger/reprice': { models: ['gpt-4o-mini'], start: 1793491200, end: 1793577600 },
  'POST /api/ledger/reprice/preview': { models: ['gpt-4o-mini'], start: 1793491200, end: 1793577600 },
  'POST /api/prices/import': {
    text: '{"models": [{"model": "own-model", "vendor": "me", "mode": "chat", "price": {"input": 1, "output": 2}}]}',
  },
  'POST /api/prices/preview': {
    text: '{"models": [{"model": "own-model", "vendor": "me", "mode": "chat", "price": {"input": 1, "output": 2}}]}',
  },
  'POST /api/alert/target/': { kind: 'mail', recipient: 'ops@example.com' },
  'PUT /api/option/': { key: 'RetryTimes', value: '3' },
  'POST /api/token/': { unlimited_quota: true },
  'POST /api/token/{id}/key': { grace_seconds: 3600 },
}

/** The same for what stands behind the question mark. */
export const givenQueries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'DELETE /api/log/': { target_timestamp: '1793491200' },
}

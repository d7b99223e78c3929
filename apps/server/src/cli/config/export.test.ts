import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { SAMPLE_FILE, openConfigStand, type ConfigStand } from '../../testing/config-stand.ts'

let stand: ConfigStand

const EXPORT = `# Written by weir export; weir apply takes it back. See docs/cli.md.
# Secrets are left out:
# - option SMTPToken
# - channel aws (3): config.sk
# - channel two (4): key
# - channel two (5): key

options:
  CacheAffinity: false
  EmailDomainWhitelist: a.example,b.example
  ModelSubstitutes:
    gpt-5:
      - gpt-5-mini
  Notice: Hello
  RetryTimes: 4
groups:
  b-team:
    ratio: 2
  default:
    ratio: 1
  svip:
    ratio: 1
  vip:
    ratio: 0.8
    description: For friends
    routing: latency
    prices:
      gpt-4o:
        input: 1
        output: 2
prices:
  own-model:
    vendor: me
    mode: chat
    price:
      input: 1
      output: 2
channels:
  - name: main
    type: OpenAI
    status: enabled
    key: env:WEIR_CHANNEL_MAIN
    models:
      - gpt-4o
      - gpt-4o-mini
    groups:
      - default
      - vip
    tags:
      - x
      - y
    base_url: https://a.example
    priority: 5
    weight: 2
    model_mapping:
      gpt-4o: gpt-4o-2024-11-20
    system_prompt: Be short
    cost: 0.8
  - name: spare
    type: Simulator
    status: disabled
    keys:
      - env:WEIR_CHANNEL_MAIN
      - env:WEIR_CHANNEL_SPARE
    key_mode: random
    models:
      - gpt-4o
    groups:
      - default
    priority: 0
    weight: 0
    cost:
      gpt-4o: 0.5
  - name: aws
    type: AWS
    status: enabled
    key: env:WEIR_CHANNEL_MAIN
    models:
      - claude-3-haiku-20240307
    groups:
      - default
    priority: 0
    weight: 0
    config:
      region: us-east-1
      ak: AKIA7
  - name: two
    id: 4
    type: OpenAI
    status: disabled
    models:
      - gpt-4o
    groups:
      - default
    priority: 0
    weight: 0
  - name: two
    id: 5
    type: OpenAI
    status: enabled
    models:
      - gpt-4o
    groups:
      - default
    priority: 0
    weight: 0
budgets:
  - user: alice
    unit: requests
    period: day
    limit: 100
    hard: true
  - group: vip
    model: gpt-4o
    unit: quota
    period: month
    limit: 5000
    hard: false
  - token: 1
    unit: requests
    period: day
    limit: 7
    hard: true`

beforeAll(async () => {
  stand = await openConfigStand()
  await stand.apply(SAMPLE_FILE, '--yes')
})
afterAll(() => stand.remove())

describe('an export', () => {
  it('holds what the file made, in one order, and asks for the id where names are shared', async () => {
    await stand.run('channel add openai --name two --models gpt-4o --disabled', ['k'])
    await stand.run('channel add openai --name two --models gpt-4o', ['k'])
    expect((await stand.run('export')).out).toBe(EXPORT)
    await expect(stand.apply('channels: [{ name: two, type: 1, priority: 3 }]', '--dry-run')).rejects.toThrow(
      'channel two: 2 channels have the name two: add id, one of 4, 5',
    )
    expect((await stand.apply('channels: [{ name: two, id: 5, type: 1, priority: 3 }]', '--dry-run')).out).toStartWith(
      '~ channel two (5)\n    priority: 0 → 3\n',
    )
    expect((await stand.apply('channels: [{ name: two, id: 4, type: 1, key: env:WEIR_CHANNEL_MAIN }]', '--dry-run')).out).toStartWith(
      '~ channel two (4)\n    key: kept in the database → env:WEIR_CHANNEL_MAIN\n',
    )
  })
})

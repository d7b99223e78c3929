import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCommandFolder, type CommandFolder } from './command-line.ts'

/** A file of `weir apply` with something in every section. */
export const SAMPLE_FILE = `
options:
  RetryTimes: 4
  CacheAffinity: false
  Notice: Hello
  SMTPToken: env:WEIR_SECRET_SMTP
  ModelSubstitutes: { gpt-5: [gpt-5-mini] }
  EmailDomainWhitelist: [a.example, b.example]
groups:
  default: { ratio: 1 }
  vip: { ratio: 0.8, description: For friends, routing: latency, prices: { gpt-4o: { input: 1, output: 2 } } }
  b-team: { ratio: 2 }
prices:
  own-model: { vendor: me, mode: chat, price: { input: 1, output: 2 } }
channels:
  - name: main
    type: OpenAI
    key: env:WEIR_CHANNEL_MAIN
    models: [gpt-4o, gpt-4o-mini]
    groups: [default, vip]
    tags: [x, y]
    priority: 5
    weight: 2
    base_url: https://a.example
    model_mapping: { gpt-4o: gpt-4o-2024-11-20 }
    system_prompt: Be short
    cost: 0.8
  - name: spare
    type: 1000
    status: disabled
    keys: [env:WEIR_CHANNEL_MAIN, env:WEIR_CHANNEL_SPARE]
    key_mode: random
    models: [gpt-4o]
    cost: { gpt-4o: 0.5 }
  - name: aws
    type: AWS
    key: env:WEIR_CHANNEL_MAIN
    models: [claude-3-haiku-20240307]
    config: { region: us-east-1, ak: AKIA7, sk: env:WEIR_CHANNEL_SPARE }
budgets:
  - { user: alice, unit: requests, period: day, limit: 100 }
  - { group: vip, model: gpt-4o, unit: quota, period: month, limit: 5000, hard: false }
  - { token: 1, unit: requests, period: day, limit: 7 }
`

export interface ConfigStand extends CommandFolder {
  readonly apply: (text: string, ...flags: readonly string[]) => ReturnType<CommandFolder['run']>
}

/** A data folder with the secrets and the token that the sample names. */
export const openConfigStand = async (): Promise<ConfigStand> => {
  const stand = await openCommandFolder({
    WEIR_CHANNEL_MAIN: 'sk-of-the-upstream',
    WEIR_CHANNEL_SPARE: 'sk-spare-upstream',
    WEIR_SECRET_SMTP: 'mail-password-7',
  })
  await stand.run('token add alice --name ci')
  const path = join(stand.folder, 'weir.yaml')
  return {
    ...stand,
    apply: (text, ...flags) => {
      writeFileSync(path, text)
      return stand.run(['apply', path, ...flags])
    },
  }
}

import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createChannel } from '@weir/contract/channel'
import { createToken, deleteToken } from '@weir/contract/token'
import { ask } from '../fake-upstream/behaviour.ts'
import { launchBrowser, newContext, signIn } from '../harness/browser.ts'
import { buildConsole } from '../harness/console-build.ts'
import { repository } from '../harness/product.ts'
import { MODEL, UPSTREAM_KEY, closeStand, openStand, openaiClient, type Stand } from '../harness/stand.ts'

const IMAGES = join(repository, 'docs/images')

const DAY_SECONDS = 86_400

/** Oldest first. Tokens of a small company: who uses them, what they may spend and what they have spent. */
const TOKENS = [
  { name: '知识库检索', remain_quota: 25_000_000, millions: 4.1 },
  { name: 'IDE plugins', unlimited_quota: true, millions: 12.6 },
  { name: '客服机器人', remain_quota: 50_000_000, millions: 31.8, models: MODEL },
  { name: 'Nightly eval', remain_quota: 10_000_000, days: 90, millions: 2.2 },
  { name: '移动端正式环境', remain_quota: 100_000_000, millions: 58.4, subnet: '127.0.0.0/8' },
  { name: 'Staging', remain_quota: 2_500_000, days: 30, millions: 0.7 },
  { name: '数据标注', unlimited_quota: true, millions: 9.3 },
]

/** Beside the first channel: what a second provider would bring. */
const SECOND_CHANNEL = { type: 1, name: 'azure-eu', key: UPSTREAM_KEY, models: 'claude-sonnet-4-5,deepseek-chat,gemini-2.5-pro' }
const MODELS = [MODEL, 'gpt-4o', 'claude-sonnet-4-5', 'deepseek-chat', 'gemini-2.5-pro']
const CALLS = 60
/** With a prompt and a limit like these, large figures are plausible. */
const LONG = { role: 'system' as const, content: 'x'.repeat(700_000) }
const LARGE = { max_tokens: 400_000 }

/** They were not all made in the same second. The figures only have to look like life, and to be the same every time. */
const spreadOverTime = (dataDir: string): void => {
  using file = new Database(join(dataDir, 'weir.db'))
  file.run('update tokens set created_time = created_time - ((select max(t.id) from tokens t) - id) * 193817')
  file.run('update logs set created_at = created_at - (id * id * 7919) % 518400, elapsed_time = 700 + (id * 7919) % 2400 where type = 2')
}

const callModels = async ({ root, weir, fake }: Stand, key: string): Promise<void> => {
  await root.call(createChannel, { body: { ...SECOND_CHANNEL, base_url: fake.url } })
  for (let at = 0; at < CALLS; at += 1) {
    const usage = { prompt_tokens: 160_000 + ((at * 791_900) % 1_900_000), completion_tokens: 20_000 + ((at * 104_729) % 360_000) }
    const messages = [LONG, { role: 'user' as const, content: ask({ usage }) }]
    await openaiClient(weir.url, key).chat.completions.create({ model: MODELS[at % MODELS.length] ?? MODEL, messages, ...LARGE })
  }
}

const fill = async (stand: Stand): Promise<void> => {
  const { root, weir, token: unused } = stand
  await callModels(stand, unused.key)
  await root.call(deleteToken, { params: { id: unused.id } })
  const now = Math.floor(Date.now() / 1000)
  for (const { millions, days, ...fields } of TOKENS) {
    const body = { ...fields, expired_time: days === undefined ? -1 : now + days * DAY_SECONDS }
    const token = await root.call(createToken, { body })
    const calls = Math.ceil(millions)
    const share = millions / calls
    const usage = { prompt_tokens: Math.round(share * 900_000), completion_tokens: Math.round(share * 100_000) }
    const messages = [LONG, { role: 'user' as const, content: ask({ usage }) }]
    for (let made = 0; made < calls; made++)
      await openaiClient(weir.url, token.key).chat.completions.create({ model: MODEL, messages, ...LARGE })
  }
  spreadOverTime(weir.dataDir)
}

await buildConsole()
mkdirSync(IMAGES, { recursive: true })
const stand = await openStand({ environment: { INITIAL_ROOT_PASSWORD: 'only for pictures' }, password: 'only for pictures' })
const browser = await launchBrowser()
try {
  await fill(stand)
  const page = await (await newContext(browser, { scale: 2 })).newPage()
  await signIn(page, stand.weir.url, 'only for pictures')
  await page.getByTestId('table-token').getByText('数据标注').waitFor()
  await page.locator('[data-kind]').first().waitFor({ state: 'hidden' })
  await page.screenshot({ path: join(IMAGES, 'tokens.png') })
  for (const [name, sign] of [
    ['dashboard', 'chart-spend'],
    ['log', 'table-log'],
  ] as const) {
    await page.getByTestId(`nav-${name}`).click()
    await page.getByTestId(sign).locator('tbody tr, .recharts-bar-rectangle').first().waitFor()
    await page.screenshot({ path: join(IMAGES, `${name}.png`) })
  }
} finally {
  await browser.close()
  await closeStand(stand)
}

import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clients } from '../../apps/console/src/shared/site/clients/clients.ts'
import { guideOf, type Client } from '../../apps/console/src/shared/site/clients/client.ts'
import { repository } from '../harness/product.ts'
import { effectOf } from '../sdk/effect.ts'
import { azure, openWires, type WireStand } from '../sdk/openai-wires.ts'
import { anthropic, gemini } from './programs.ts'

const GUIDES = join(repository, 'docs/clients')
const SAID = 'A weir lets the river pass and knows how much.'

/** The model that a guide names, where it is not OpenAI's. */
const MODELS: Readonly<Record<string, string>> = {
  'claude-code': 'claude-sonnet-5-5',
  anthropic: 'claude-sonnet-5-5',
  'gemini-cli': 'gemini-3.8-flash',
  'google-genai': 'gemini-3.8-flash',
}

const pageOf = (name: string): string => readFileSync(join(GUIDES, name), 'utf8')
const named = (list: readonly Client[]) => list.map((client) => [client.id, client] as const)

describe('the guides', () => {
  it.each(named(clients))('hold the lines that the console offers, in both languages: %s', (id, client) => {
    const model = MODELS[id] ?? 'gpt-4o-mini'
    for (const tongue of ['.md', '.zh-CN.md']) {
      const page = pageOf(`${guideOf(client)}${tongue}`)
      for (const step of client.steps({ address: 'http://localhost:3000', key: 'sk-…', model })) {
        expect(page).toContain(step.code)
        if (step.place === 'file') expect(page).toContain(`\`${step.path}\``)
      }
      if (id !== 'apps') expect(page).toContain(SAID)
    }
  })

  it('are all in the index of their language, which the front page names', () => {
    const pages = readdirSync(GUIDES).filter((name) => !name.startsWith('README'))
    expect(pages).toHaveLength(18)
    for (const name of pages) {
      expect(pageOf(name.endsWith('.zh-CN.md') ? 'README.zh-CN.md' : 'README.md')).toContain(`(${name})`)
    }
    expect(readFileSync(join(repository, 'README.md'), 'utf8')).toContain('(docs/clients/README.md)')
    expect(readFileSync(join(repository, 'README.zh-CN.md'), 'utf8')).toContain('(docs/clients/README.zh-CN.md)')
  })
})

/** Units of one call at 21 tokens in and 13 out, rounded up: $3 and $15, $2.50 and $10, $0.30 and $2.50 a million. */
const UPSTREAMS = [
  ['Anthropic', anthropic.model, 129],
  ['Azure', azure.model, 92],
  ['Gemini', gemini.model, 20],
] as const

const runnable = clients.filter(({ id }) => ['curl', 'openai-node', 'anthropic', 'google-genai', 'ai-sdk'].includes(id))

let stand: WireStand

beforeAll(async () => {
  stand = await openWires([anthropic, azure, gemini])
})

afterAll(() => stand.close())

describe.each(named(runnable))('the lines for %s', (id, client) => {
  it.each(UPSTREAMS)('get an answer of %s at its price', async (_, model, units) => {
    const code = client.steps({ address: stand.baseUrl.replace(/\/v1$/, ''), key: stand.apiKey, model }).at(-1)?.code ?? ''
    const argv = id === 'curl' ? ['sh', '-c', code] : ['node', '--input-type=module', '-e', code]
    const { value, spent } = await effectOf(stand.root, async () => {
      const env = { PATH: process.env['PATH'] ?? '' }
      const child = Bun.spawn(argv, { cwd: resolve(import.meta.dirname, '..'), env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
      const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      return { stdout, problem: (await child.exited) === 0 ? '' : stderr }
    })
    expect(value.problem).toBe('')
    if (id === 'curl') expect(JSON.parse(value.stdout)).toMatchObject({ choices: [{ message: { role: 'assistant', content: SAID } }] })
    else expect(value.stdout).toBe(`${SAID}\n`)
    expect(spent).toBe(units)
  })
})

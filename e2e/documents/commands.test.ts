import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAuditHead } from '@weir/contract/audit'
import { createSystemToken } from '@weir/contract/user'
import type { Environment } from '../harness/product.ts'
import { closeStand, openStand, type Stand } from '../harness/stand.ts'
import { collectCommands, commandsIn, unnamedCommands } from './collect.ts'
import { notRun } from './not-run.ts'
import { Workshop } from './workshop.ts'

const documented = collectCommands()
const reasonOf = (text: string) => notRun.find(({ commands }) => commands.test(text))

/** What begins a server and does not end by itself. */
const SERVES = /^(?:INITIAL_ROOT_PASSWORD='[^']*' )?npx (?:weir-gateway|weir)(?: --port \d+ --data \S+)?(?: start)?$/

const workshop = new Workshop()
let stand: Stand
let environment: Environment = {}
let restored = ''

beforeAll(async () => {
  stand = await openStand()
  const { dataDir, url } = stand.weir
  environment = { DATA_DIR: dataDir, PORT: new URL(url).port, WEIR_TOKEN: await stand.root.call(createSystemToken, {}) }
})
afterAll(async () => {
  await closeStand(stand)
  workshop.close()
})

const placed = (text: string): string =>
  text.replaceAll('http://localhost:3000', stand.weir.url).replaceAll('sk-…', `sk-${stand.token.key}`)

const runnable = documented.filter(({ text }) => !SERVES.test(text) && reasonOf(text) === undefined)
const named = (list: typeof documented) => list.map(({ text, place }) => [`${place} ${text.split('\n')[0]}`, text] as const)

/** What a command asks for, it is told: a confirmation, unless another answer is given. */
const runHere = (text: string, answer = 'yes') => workshop.run(placed(text), environment, `${answer}\n`)

/** What a command needs beside a server that runs. */
const prepared: Readonly<Record<string, (text: string) => ReturnType<typeof runHere>>> = {
  'npx weir backup weir.backup --passphrase': (text) => runHere(text, 'a passphrase of some length'),
  'npx weir restore weir.backup': (text) => {
    restored = workshop.emptyDataWithKeyOf(stand.weir.dataDir)
    return workshop.run(text, { ...environment, DATA_DIR: restored })
  },
  'npx weir move --to ./weir.db': (text) => workshop.run(text, { ...environment, DATA_DIR: restored }),
  'weir prices import model_prices_and_context_window.json': (text) => {
    const own = { model: 'own-model', vendor: 'me', mode: 'chat', price: { input: 1, output: 2 } }
    workshop.write('model_prices_and_context_window.json', JSON.stringify({ models: [own] }))
    return runHere(text)
  },
  'npx weir audit verify --head <noted hash>': async (text) => {
    const { hash } = await stand.root.call(getAuditHead, {})
    return runHere(text.replace('<noted hash>', hash))
  },
}

describe('the commands of the documents', () => {
  it('are read with their continued lines and without their comments', () => {
    expect(commandsIn('a b   # c\n# d\ncurl x \\\n  -d \'{\n  "y": 1\n}\'\n\ne')).toEqual([
      'a b',
      'curl x \\\n  -d \'{\n  "y": 1\n}\'',
      'e',
    ])
    expect(documented.length).toBeGreaterThan(50)
  })

  it('stand in blocks that are called sh', () => {
    expect(unnamedCommands()).toEqual([])
  })

  it('are all run, but for those on the list, and the list has no entry without a command', () => {
    expect(notRun.filter(({ commands }) => !documented.some(({ text }) => commands.test(text)))).toEqual([])
    expect(runnable.length).toBeGreaterThan(25)
  })

  it.each(named(runnable))('%s', async (_name, text) => {
    if (text.startsWith('npx weir backup weir.backup')) workshop.remove('weir.backup')
    const { code, stdout, stderr } = await (prepared[text] ?? runHere)(text)
    expect({ code, stderr: code === 0 ? '' : stderr, stdout: code === 0 ? '' : stdout }).toEqual({ code: 0, stderr: '', stdout: '' })
    if (text.startsWith('curl')) expect(JSON.parse(stdout)).not.toHaveProperty('error')
  })

  // Both names start the same program.
  const serving = new Map(documented.filter(({ text }) => SERVES.test(text)).map((one) => [one.text.replace('weir-gateway', 'weir'), one]))

  it.each(named([...serving.values()]))('%s', async (_name, text) => {
    expect(await workshop.serve(text)).toContain('is ready at')
  })
})

describe('the examples of the first page', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/start.md'), 'utf8')
  const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\n([^]+?)\`\`\``).exec(page)?.[1] ?? ''

  it.each([
    ['Python', 'python3 -', 'python'],
    ['TypeScript', `${process.execPath} -`, 'ts'],
  ])('get an answer in %s', async (_name, program, language) => {
    const { stdout, stderr } = await workshop.run(program, environment, placed(blockOf(language)))
    expect(stderr).toBe('')
    expect(stdout).toContain('chat.completion')
  })
})

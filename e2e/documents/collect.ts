import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSections } from '../../tools/site/pages.ts'
import { repository } from '../harness/product.ts'

/** One command of the documents for users, without its comment. */
export interface Documented {
  readonly text: string
  /** Such as `docs/backup.md:8`, of the first document that has it. */
  readonly place: string
}

const SHELLS = ['sh', 'bash', 'shell', 'console']

/** The commands of a block; a line that ends with a backslash, or inside of quotes, goes on. */
export const commandsIn = (block: string): readonly string[] => {
  const commands: string[] = []
  let open = ''
  for (const line of block.split('\n')) {
    const whole = open === '' ? line : `${open}\n${line}`
    const isInside = (whole.split("'").length - 1) % 2 === 1
    open = line.endsWith('\\') || isInside ? whole : ''
    if (open === '') commands.push(whole.replace(/\s+# .*$/, '').trim())
  }
  return commands.filter((command) => command !== '' && !command.startsWith('#'))
}

const userPages = () =>
  readSections(repository, [])
    .filter(({ isForUsers }) => isForUsers)
    .flatMap(({ pages }) => pages)

/** Commands in a block without a language: nothing would run them. */
export const unnamedCommands = (): readonly string[] =>
  userPages().flatMap(({ en }) => {
    const text = readFileSync(join(repository, en.path), 'utf8')
    return [...text.matchAll(/^ *```\n((?:\w+=\S* )*(?:npx|npm|weir|curl|docker|sudo) .*)$/gm)].map(
      ([, line = '']) => `${en.path}: ${line}`,
    )
  })

/** Every command once, in the order of the menu. Chinese documents have the same ones; what they say in them may differ. */
export const collectCommands = (): readonly Documented[] => {
  const all = userPages()
    .flatMap(({ en }) => en.codeBlocks.map((block) => ({ ...block, place: `${en.path}:${block.line}` })))
    .filter(({ language }) => SHELLS.includes(language))
    .flatMap(({ text, place }) => commandsIn(text).map((command) => ({ text: command, place })))
  return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index)
}

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

/** Every command once, in the order of the menu. Chinese documents have the same ones; what they say in them may differ. */
export const collectCommands = (): readonly Documented[] => {
  const found = new Map<string, string>()
  for (const { isForUsers, pages } of readSections(repository, []))
    for (const { en } of isForUsers ? pages : [])
      for (const { language, text, line } of en.codeBlocks)
        for (const command of SHELLS.includes(language) ? commandsIn(text) : [])
          if (!found.has(command)) found.set(command, `${en.path}:${line}`)
  return [...found].map(([text, place]) => ({ text, place }))
}

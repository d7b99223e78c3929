import { say } from './page-texts.ts'

const KEY = 'weir-language'
const NAMES: Readonly<Record<string, string>> = { sh: 'curl', python: 'Python', ts: 'TypeScript' }

const remembered = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const remember = (language: string): void => {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}

const addCopying = (block: HTMLElement): void => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = say('copy')
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(() => {
      button.textContent = say('copied')
      button.addEventListener('blur', () => (button.textContent = say('copy')), { once: true })
    })
  })
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
}

/** Blocks that say the same in several languages stand one after the other: `sh`, `python`, `ts`. */
const groupsOf = (blocks: readonly HTMLElement[]): readonly (readonly HTMLElement[])[] =>
  blocks.flatMap((first) => {
    const group = [first]
    if (first.dataset['language'] !== 'sh') return []
    for (const language of ['python', 'ts']) {
      const next = group.at(-1)?.nextElementSibling
      if (!(next instanceof HTMLElement) || next.dataset['language'] !== language) return []
      group.push(next)
    }
    return [group]
  })

const tabBars: { readonly select: (language: string) => void }[] = []

const addTabs = (group: readonly HTMLElement[]): void => {
  const bar = document.createElement('div')
  bar.className = 'tabs'
  bar.setAttribute('role', 'group')
  const buttons = group.map((block) => {
    const language = block.dataset['language'] ?? ''
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = NAMES[language] ?? language
    button.addEventListener('click', () => {
      remember(language)
      const before = bar.getBoundingClientRect().top
      for (const other of tabBars) other.select(language)
      // All examples of the page change at once: keep this one where the reader looks.
      scrollBy(0, bar.getBoundingClientRect().top - before)
    })
    bar.append(button)
    return button
  })
  group[0]?.before(bar)
  tabBars.push({
    select: (language) => {
      for (const [index, block] of group.entries()) {
        const isChosen = block.dataset['language'] === language
        block.hidden = !isChosen
        buttons[index]?.setAttribute('aria-pressed', String(isChosen))
      }
    },
  })
}

export const startCodeBlocks = (): void => {
  const blocks = [...document.querySelectorAll<HTMLElement>('article pre')]
  for (const group of groupsOf(blocks)) addTabs(group)
  const language = remembered() ?? 'sh'
  for (const bar of tabBars) bar.select(language in NAMES ? language : 'sh')
  for (const block of blocks) addCopying(block)
}

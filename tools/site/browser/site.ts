import { startCodeBlocks } from './code-blocks.ts'
import { startSearch } from './search.ts'

const toggleTheme = (): void => {
  const { dataset } = document.documentElement
  dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem('weir-theme', dataset['theme'])
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}

const narrow = matchMedia('(max-width: 900px)')
const menu = document.querySelector<HTMLDetailsElement>('details.menu')
const fitMenu = (): void => {
  if (menu !== null) menu.open = !narrow.matches
}

fitMenu()
narrow.addEventListener('change', fitMenu)
document.querySelector('[data-action="theme"]')?.addEventListener('click', toggleTheme)
const tongueLink = document.querySelector<HTMLAnchorElement>('a.tongue')
tongueLink?.addEventListener('click', () => (tongueLink.hash = location.hash))
menu?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
startCodeBlocks()
startSearch()

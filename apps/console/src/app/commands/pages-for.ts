import { canSee, type Area } from '@weir/contract/areas'
import type { MenuEntry } from '../menu.ts'
import { menuOf, titleOf, type Screen } from '../screen.ts'

/** Every page that has an address of its own, in the order of the menu, forms for a new record behind the list of their records. */
export const pagesOf = (screens: readonly Screen[]): readonly MenuEntry[] => {
  const menu = menuOf(screens)
  const entryOf = (area: Area) => menu.find((entry) => entry.area === area)
  const placeOf = ({ area }: MenuEntry) => {
    const place = menu.findIndex((entry) => entry.area === area)
    return place < 0 ? menu.length : place
  }
  return screens
    .filter(({ path }) => !/[:*]/.test(path))
    .map((screen) => ({ area: screen.area, path: screen.path, label: titleOf(screen), icon: entryOf(screen.area)?.icon ?? 'user' }))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Those that the role may open; chat only where the operator has set a link. */
export const pagesFor = (pages: readonly MenuEntry[], role: number | undefined, hasChat: boolean): readonly MenuEntry[] =>
  pages.filter(({ area }) => canSee(role, area) && (area !== 'chat' || hasChat))

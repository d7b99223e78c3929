import type { Area } from '@weir/contract/areas'
import type { ComponentType } from 'react'
import type { PlainKey } from '../shared/i18n/translate.ts'
import type { IconName } from '../shared/ui/icon/icon.tsx'
import type { MenuEntry } from './menu.ts'

/** What the options are is a matter of access; they are shown on the screen of the settings. */
type ScreenArea = Exclude<Area, 'options'>

interface Page {
  readonly path: string
  /** Who may open it. */
  readonly area: ScreenArea
  /** The text `{area}.title` unless told. */
  readonly title?: PlainKey
  readonly load: () => Promise<ComponentType>
}

interface MenuPage extends Page {
  readonly icon: IconName
  /** Its place in the menu; the steps of ten leave room between two entries. */
  readonly order: number
  /** The title unless told. */
  readonly label?: PlainKey
}

export type Screen = Page | MenuPage

export const titleOf = ({ area, title }: Screen): PlainKey => title ?? `${area}.title`

export const menuOf = (screens: readonly Screen[]): readonly MenuEntry[] =>
  screens
    .filter((screen) => 'order' in screen)
    .toSorted((a, b) => a.order - b.order)
    .map((screen) => ({ area: screen.area, path: screen.path, icon: screen.icon, label: screen.label ?? titleOf(screen) }))

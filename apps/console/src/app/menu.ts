import { isInMenu, type Area } from '@weir/contract/areas'
import type { PlainKey } from '../shared/i18n/translate.ts'
import type { IconName } from '../shared/ui/icon/icon.tsx'

export interface MenuEntry {
  readonly area: Area
  readonly path: string
  readonly label: PlainKey
  readonly icon: IconName
  readonly onPoint?: () => void
}

/** Chat has an entry only where the operator has set a link. */
export const menuFor = (entries: readonly MenuEntry[], role: number | undefined, hasChat: boolean): readonly MenuEntry[] =>
  entries.filter(({ area }) => isInMenu(role, area) && (area !== 'chat' || hasChat))

import type { PlainKey } from '../../../shared/i18n/translate.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './setting-index.module.css'

export type IndexKey = Exclude<Extract<PlainKey, `section.${string}` | `option.${string}`>, `${string}.help.${string}`>

/** Where a link of the index leads. */
export const placeOf = (key: IndexKey): string => key.replace('.', '-')

/** The sections of a long tab beside it, where there is room. */
export const SettingIndex = ({ keys }: { readonly keys: readonly IndexKey[] }) => {
  const t = useText()
  return (
    <nav className={classes.index} aria-label={t('setting.index')}>
      <ul>
        {keys.map((key) => (
          <li key={key}>
            <a href={`#${placeOf(key)}`}>{t(key)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { Link } from 'react-router'
import { useText } from '../../../shared/i18n/use-text.ts'
import { settingTab } from '../../../shared/navigation/paths.ts'
import classes from './settings.module.css'

export type TwinTab = 'operation' | 'other'

/** The same settings stand on two tabs: saving one saves both. */
export const TwinNote = ({ tab }: { readonly tab: TwinTab }) => {
  const t = useText()
  return (
    <p className={classes.help} data-testid="twin">
      {t('setting.twin')} <Link to={settingTab(tab)}>{t(`setting.tab.${tab}`)}</Link>
    </p>
  )
}

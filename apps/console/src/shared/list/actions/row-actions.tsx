import { Button, Dropdown, type MenuProps } from 'antd'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { RowAction } from './action.ts'
import classes from './row-actions.module.css'

const itemOf = ({ name, label, run, isDangerous, isBusy, blocked }: RowAction) => ({
  key: name,
  label: (
    <span data-testid={`act-${name}`} title={blocked}>
      {label}
    </span>
  ),
  onClick: run,
  danger: isDangerous === true,
  disabled: isBusy === true || blocked !== undefined,
})

const menuOf = (actions: readonly RowAction[]): MenuProps => ({ items: actions.map(itemOf) })

const ActionButton = ({ action }: { readonly action: RowAction }) => (
  <Button
    type="text"
    size="small"
    className={action.isDangerous === true ? (classes.danger ?? '') : (classes.action ?? '')}
    aria-busy={action.isBusy === true}
    disabled={action.blocked !== undefined}
    title={action.blocked}
    onClick={action.isBusy === true ? undefined : action.run}
    data-testid={`act-${action.name}`}
  >
    {action.label}
  </Button>
)

const SplitAction = ({ action, variants }: { readonly action: RowAction; readonly variants: NonNullable<RowAction['variants']> }) => (
  <span className={classes.split}>
    <ActionButton action={action} />
    <Dropdown menu={menuOf(variants.actions)} trigger={['click']}>
      <Button
        type="text"
        size="small"
        icon={<Icon name="down" size={14} />}
        aria-label={variants.label}
        data-testid={`act-${action.name}-menu`}
      />
    </Dropdown>
  </span>
)

/** Quiet text buttons at the end of a table row. */
export const RowActions = ({ actions }: { readonly actions: readonly RowAction[] }) => (
  <span className={classes.row}>
    {actions.map((action) =>
      action.variants === undefined ? (
        <ActionButton key={action.name} action={action} />
      ) : (
        <SplitAction key={action.name} action={action} variants={action.variants} />
      ),
    )}
  </span>
)

/** An action with variants is itself one of them. */
const flatten = (actions: readonly RowAction[]): readonly RowAction[] => actions.flatMap((action) => action.variants?.actions ?? [action])

/** The same actions behind one button, for cards. */
export const RowMenu = ({ actions, rowName }: { readonly actions: readonly RowAction[]; readonly rowName: string }) => {
  const t = useText()
  return (
    <Dropdown menu={menuOf(flatten(actions))} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        className={classes.more ?? ''}
        icon={<Icon name="more" size={20} />}
        aria-label={`${t('common.more')} ${rowName}`}
        data-testid="act-more"
      />
    </Dropdown>
  )
}

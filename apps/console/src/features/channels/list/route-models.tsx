import type { explainModels } from '@weir/contract/channels/channel-checks'
import type { DataOf } from '@weir/contract/endpoint'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Badge, type BadgeColor } from '../../../shared/ui/badge/badge.tsx'
import classes from './channel-list.module.css'

type ExplainedModel = DataOf<typeof explainModels>[number]

const modelColors: Readonly<Record<ExplainedModel['state'], BadgeColor>> = {
  usable: 'green',
  resting: 'orange',
  unserved: 'grey',
  unpriced: 'grey',
}

/** Which model is tried next, where more than one may be. */
export const RouteModels = ({ models }: { readonly models: readonly ExplainedModel[] }) => {
  const t = useText()
  if (models.length < 2 && models[0]?.role !== 'suffix') return null
  return (
    <ol className={classes.models} data-testid="route-models">
      {models.map(({ model, order, role, effort = '', state }) => (
        <li key={model}>
          {order === 0 ? '–' : `${order}.`} {model} <Badge color="blue" text={t(`channel.route.role.${role}`, { effort })} />{' '}
          <Badge color={modelColors[state]} text={t(`channel.route.state.${state}`)} />
        </li>
      ))}
    </ol>
  )
}

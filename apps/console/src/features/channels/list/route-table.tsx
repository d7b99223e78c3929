import type { explainRoute } from '@weir/contract/channels/channel-checks'
import type { DataOf } from '@weir/contract/endpoint'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Badge, type BadgeColor } from '../../../shared/ui/badge/badge.tsx'
import { TextCell } from '../../../shared/ui/cells/cells.tsx'
import { State } from '../../../shared/ui/page/state.tsx'
import classes from './channel-list.module.css'

type Explained = DataOf<typeof explainRoute>[number]

export const WIRES = ['chat', 'responses', 'messages', 'gemini'] as const
export type Wire = (typeof WIRES)[number]

const colors: Readonly<Record<Explained['reason'], BadgeColor>> = {
  usable: 'green',
  drained: 'grey',
  'circuit-open': 'orange',
  disabled: 'red',
  'auto-disabled': 'yellow',
  'other-group': 'grey',
  'other-model': 'grey',
  unsupported: 'grey',
}

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`

const Figure = ({ route: { strategy, figure } }: { readonly route: Explained }) => {
  const t = useText()
  if (strategy === 'weighted') return null
  const text = figure === undefined ? t('channel.route.unmeasured') : t(`channel.route.figure.${strategy}`, { value: Math.round(figure) })
  return <Badge color="grey" text={text} />
}

/** The channels in the order they would be tried, and why the others are left out. */
export const Routes = ({ routes, wire }: { readonly routes: readonly Explained[]; readonly wire: Wire }) => {
  const t = useText()
  if (routes.length === 0) return <State drawing="dry" title={t('channel.route.none')} />
  return (
    <>
      <p data-testid="route-strategy">{t(`channel.route.strategy.${routes[0]?.strategy ?? 'weighted'}`)}</p>
      <div className={classes.scroll} role="region" aria-label={t('channel.route.title')} tabIndex={0}>
        <table className={classes.routes} data-testid="routes">
          <thead>
            <tr>
              <th scope="col">{t('channel.route.order')}</th>
              <th scope="col">{t('channel.name')}</th>
              <th scope="col" className={classes.figures}>
                {t('channel.priority')}
              </th>
              <th scope="col" className={classes.figures}>
                {t('channel.weight')}
              </th>
              <th scope="col" className={classes.figures}>
                {t('channel.route.share')}
              </th>
              <th scope="col">{t('channel.route.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {routes.map((route) => (
              <tr key={route.id}>
                <td>{route.order === 0 ? '–' : route.order}</td>
                <td>
                  <TextCell text={route.name || `#${route.id}`} />
                </td>
                <td className={classes.figures}>{route.priority}</td>
                <td className={classes.figures}>{route.weight}</td>
                <td className={classes.figures}>{percent(route.share)}</td>
                <td>
                  <div className={classes.reasons}>
                    <Badge color={colors[route.reason]} text={t(`channel.route.reason.${route.reason}`)} />
                    {route.order > 0 && <Figure route={route} />}
                    {wire !== 'chat' && route.order > 0 && route.own_wire && <Badge color="blue" text={t('channel.route.own-wire')} />}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

import { explainModels, explainRoute } from '@weir/contract/channels/channel-checks'
import type { DataOf } from '@weir/contract/endpoint'
import { listGroups } from '@weir/contract/site'
import { AutoComplete, Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Badge, type BadgeColor } from '../../../shared/ui/badge/badge.tsx'
import { TextCell } from '../../../shared/ui/cells/cells.tsx'
import { State } from '../../../shared/ui/page/state.tsx'
import { channelModels } from '../channel-models.ts'
import classes from './channel-list.module.css'
import { RouteModels } from './route-models.tsx'

type Explained = DataOf<typeof explainRoute>[number]

const WIRES = ['chat', 'responses', 'messages', 'gemini'] as const
type Wire = (typeof WIRES)[number]

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

const knownModels = () => [...new Set(Object.values(channelModels.get()).flat())].map((value) => ({ value }))

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`

const Figure = ({ route: { strategy, figure } }: { readonly route: Explained }) => {
  const t = useText()
  if (strategy === 'weighted') return null
  const text = figure === undefined ? t('channel.route.unmeasured') : t(`channel.route.figure.${strategy}`, { value: Math.round(figure) })
  return <Badge color="grey" text={text} />
}

const Routes = ({ routes, wire }: { readonly routes: readonly Explained[]; readonly wire: Wire }) => {
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

const USUAL_GROUP = 'default'

interface Props {
  /** Asked for at once; empty where the reader is to name one. */
  readonly askedModel: string
  readonly onClose: () => void
}

/** Which channels a request would go to, in which order, and why the others are left out. */
export const RouteDialog = ({ askedModel, onClose }: Props) => {
  const t = useText()
  const [model, setModel] = useState(askedModel)
  const [group, setGroup] = useState(USUAL_GROUP)
  const [wire, setWire] = useState<Wire>('chat')
  const [asked, setAsked] = useState<{ readonly model: string; readonly group: string; readonly wire: Wire }>({
    model: askedModel,
    group: askedModel === '' ? '' : USUAL_GROUP,
    wire,
  })
  const groups = useEndpoint(listGroups, {})
  const routes = useEndpoint(explainRoute, { query: asked }, { enabled: asked.model !== '' })
  const models = useEndpoint(explainModels, { query: { model: asked.model, group: asked.group } }, { enabled: asked.model !== '' })
  return (
    <Modal open width={760} title={t('channel.route.title')} footer={null} onCancel={onClose}>
      <form
        className={classes.question}
        onSubmit={(event) => {
          event.preventDefault()
          setAsked({ model: model.trim(), group, wire })
        }}
      >
        <label>
          {t('channel.route.model')}
          <AutoComplete
            value={model}
            onChange={setModel}
            options={knownModels()}
            showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) === true }}
            data-testid="field-route-model"
          />
        </label>
        <label>
          {t('channel.group')}
          <Select
            value={group}
            onChange={setGroup}
            options={(groups.data ?? [group]).map((value) => ({ value, label: value }))}
            data-testid="field-route-group"
          />
        </label>
        <label>
          {t('channel.route.wire')}
          <Select
            value={wire}
            onChange={setWire}
            options={WIRES.map((value) => ({ value, label: t(`channel.route.wire.${value}`) }))}
            data-testid="field-route-wire"
          />
        </label>
        <Button type="primary" htmlType="submit" loading={routes.isFetching} data-testid="btn-explain">
          {t('channel.route.ask')}
        </Button>
      </form>
      {models.data && <RouteModels models={models.data} />}
      {routes.data && <Routes routes={routes.data} wire={asked.wire} />}
    </Modal>
  )
}

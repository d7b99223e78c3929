import { explainModels, explainRoute } from '@weir/contract/channels/channel-checks'
import { listGroups } from '@weir/contract/site'
import { AutoComplete, Button, Modal, Select, type GetRef } from 'antd'
import { useRef, useState } from 'react'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { channelModels } from '../channel-models.ts'
import classes from './channel-list.module.css'
import { RouteModels } from './route-models.tsx'
import { Routes, WIRES, type Wire } from './route-table.tsx'

const knownModels = () => [...new Set(Object.values(channelModels.get()).flat())].map((value) => ({ value }))

const USUAL_GROUP = 'default'

interface Props {
  /** Asked for at once; empty where the reader is to name one. */
  readonly askedModel: string
  readonly onClose: () => void
}

/** Which channels a request would go to, in which order, and why the others are left out. */
export const RouteDialog = ({ askedModel, onClose }: Props) => {
  const t = useText()
  const first = useRef<GetRef<typeof AutoComplete>>(null)
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
    <Modal
      open
      width={760}
      title={t('channel.route.title')}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
    >
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
            ref={first}
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

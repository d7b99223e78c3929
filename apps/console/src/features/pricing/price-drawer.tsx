import { getModelPrice } from '@weir/contract/prices/model-prices'
import { Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { editPathOf } from '../../shared/navigation/paths.ts'
import { FailedLine, FailedState } from '../../shared/ui/page/state.tsx'
import { PriceEditor } from './price-editor.tsx'
import { ModelFacts, PriceFacts } from './price-facts.tsx'
import type { PriceRow } from './price-filter.ts'
import classes from './pricing.module.css'

const Channels = ({ model }: { readonly model: string }) => {
  const t = useText()
  const { data, isError, isFetching, refetch } = useEndpoint(getModelPrice, { query: { model } }, { isFresh: true, isOptional: true })
  return (
    <section className={classes.section}>
      <h3>{t('pricing.servedBy')}</h3>
      {!data && isError && <FailedLine isBusy={isFetching} onRetry={() => void refetch()} />}
      {data?.channels.length === 0 && <p className={classes.note}>{t('pricing.noChannels')}</p>}
      <ul className={classes.channels}>
        {data?.channels.map(({ id, name, priority, groups }) => (
          <li key={id}>
            <Link to={editPathOf('channel', id)}>{name || `#${id}`}</Link>
            <span className={classes.quiet}>{[t('pricing.priority', { priority }), ...groups].join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The name by which the model is charged is the one that has a price. */
const OwnPrice = ({ names, onDone }: { readonly names: readonly string[]; readonly onDone: () => void }) => {
  const t = useText()
  const [chosen, setChosen] = useState(names[0] ?? '')
  const { data, isError, refetch } = useEndpoint(getModelPrice, { query: { model: chosen } }, { isFresh: true })
  return (
    <section className={classes.section}>
      <h3>{t('pricing.editor')}</h3>
      {names.length > 1 && <Segmented options={[...names]} value={chosen} onChange={setChosen} />}
      {isError && <FailedState onRetry={() => void refetch()} />}
      {data && <PriceEditor key={data.revision} known={data} onDone={onDone} />}
    </section>
  )
}

interface Props {
  readonly row: PriceRow | undefined
  readonly ratio: number
  readonly policy: string
  readonly isAdmin: boolean
  /** Prices are options, which root alone changes. */
  readonly isRoot: boolean
  readonly onClose: () => void
}

export const PriceDrawer = ({ row, ratio, policy, isAdmin, isRoot, onClose }: Props) => (
  <Drawer open={row !== undefined} onClose={onClose} title={<span className={classes.title}>{row?.model}</span>} size={560} destroyOnHidden>
    {row !== undefined && (
      <div data-testid="price-drawer">
        <ModelFacts row={row} />
        <PriceFacts row={row} ratio={ratio} policy={policy} isAdmin={isAdmin} />
        {isRoot && <OwnPrice names={row.charged_as ?? [row.model]} onDone={onClose} />}
        {isAdmin && <Channels model={row.model} />}
      </div>
    )}
  </Drawer>
)

import type { LogEntry } from '@weir/contract/log'
import { useText } from '../../../shared/i18n/use-text.ts'
import { QuotaCell } from '../../../shared/ui/cells/cells.tsx'
import { Fact } from '../../../shared/ui/facts/facts.tsx'

/** What only administrators are told. */
export const CostFacts = ({ entry: { quota, cost, group = '' } }: { readonly entry: LogEntry }) => {
  const t = useText()
  return (
    <>
      {group !== '' && <Fact label={t('log.group')}>{group}</Fact>}
      {typeof cost === 'number' && (
        <>
          <Fact label={t('log.cost')}>
            <QuotaCell quota={cost} isExact />
          </Fact>
          <Fact label={t('log.margin')}>
            <QuotaCell quota={quota - cost} isExact />
          </Fact>
        </>
      )}
    </>
  )
}

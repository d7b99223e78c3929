import { CHANNEL_FACETS, channelFacets, type ChannelFacet } from '@weir/contract/channels/channel-list'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import { channelStatusBadge } from '../../../shared/ui/badge/channel-status-badge.ts'
import { channelTypeName } from '../channel-type-badge.ts'
import { FacetFilter } from './facet-filter.tsx'
import classes from './filters.module.css'
import type { useChannelFilter } from './use-channel-filter.ts'

interface Props {
  readonly keyword: string
  readonly state: ReturnType<typeof useChannelFilter>
}

/** Filters by what the channels have, with how many have it. The counts are fetched when somebody looks. */
export const ChannelFilters = ({ keyword, state }: Props) => {
  const { t, language } = useLanguagePack()
  const { filter, chosen, choose, clear, isSet } = state
  const [isAsked, setIsAsked] = useState(false)
  const { data } = useQuery({
    queryKey: [channelFacets.path, { keyword, filter }],
    queryFn: ({ signal }) => call(channelFacets, { query: { keyword, ...filter } }, { signal }),
    enabled: isAsked,
    staleTime: 0,
    placeholderData: (before) => before,
  })

  const titles: Readonly<Record<ChannelFacet, string>> = {
    type: t('channel.type'),
    status: t('channel.status'),
    group: t('channel.group'),
    model: t('channel.models'),
    tag: t('channel.tag'),
  }
  const labelOf = (facet: ChannelFacet) => (value: string) => {
    if (facet === 'type') return channelTypeName(Number(value), language, t)
    return facet === 'status' ? t(channelStatusBadge(Number(value)).label) : value
  }
  return (
    <div className={classes.row}>
      {CHANNEL_FACETS.map((facet) => (
        <FacetFilter
          key={facet}
          name={facet}
          title={titles[facet]}
          choices={data?.[facet].map(({ value, count }) => ({ value, count, label: labelOf(facet)(value) }))}
          chosen={chosen(facet)}
          labelOf={labelOf(facet)}
          onOpen={() => setIsAsked(true)}
          onChoose={(values) => choose(facet, values)}
        />
      ))}
      {isSet && (
        <Button type="text" onClick={clear} data-testid="btn-clear-filters">
          {t('channel.filter.clear')}
        </Button>
      )}
    </div>
  )
}

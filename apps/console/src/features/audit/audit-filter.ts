/** As applied: `0` and `''` mean not narrowed. Times are epoch seconds. */
export interface AuditFilter {
  readonly actor_name: string
  readonly action: string
  readonly object: string
  readonly start: number
  readonly end: number
}

export const emptyFilter: AuditFilter = { actor_name: '', action: '', object: '', start: 0, end: 0 }

const wholeNumber = (text: string | null): number => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}

export const parseAuditFilter = (params: URLSearchParams): AuditFilter => ({
  actor_name: params.get('actor_name') ?? '',
  action: params.get('action') ?? '',
  object: params.get('object') ?? '',
  start: wholeNumber(params.get('start')),
  end: wholeNumber(params.get('end')),
})

/** For the address; an empty text leaves no trace there. A new filter starts at page one. */
export const filterParams = (filter: Partial<AuditFilter>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value === 0 ? '' : String(value).trim()])),
  page: '',
})

export const isNarrowed = (filter: AuditFilter): boolean => Object.values(filter).some((value) => value !== 0 && value !== '')

export const queryOf = ({ start, end, ...names }: AuditFilter) => ({ ...names, start_timestamp: start, end_timestamp: end })

interface ActionGroup {
  /** Such as `channel.`, which stands for all that begin with it. */
  readonly area: string
  readonly actions: readonly string[]
}

/** Actions by the area before the dot. */
export const groupActions = (actions: readonly string[]): readonly ActionGroup[] => {
  const groups = Map.groupBy(actions, (action) => action.slice(0, action.indexOf('.') + 1))
  return [...groups].map(([area, members]) => ({ area, actions: members }))
}

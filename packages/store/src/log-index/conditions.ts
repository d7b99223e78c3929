import { LogType } from '@weir/contract/log'
import { sql, type RawBuilder } from 'kysely'
import type { Dimension, Match } from './kinds.ts'

/** Why a request failed or was refused. Other rows tell something else in their content, and it may be long. */
export const fault = sql<string>`case when type in (${sql.lit(LogType.consume)}, ${sql.lit(LogType.refused)})
  and outcome not in ('ok', 'cut') then content else '' end`

const conditionOf = (dimension: Dimension, value: string | number): RawBuilder<boolean> => {
  switch (dimension) {
    case 'user_id':
    case 'username':
    case 'token_name':
    case 'model_name':
    case 'channel_id':
    case 'outcome':
      return sql`${sql.ref(dimension)} = ${value}`
    case 'group_name':
      return sql`coalesce(group_name, '') = ${value}`
    case 'fault':
      return sql`${fault} = ${value}`
    case 'attempts':
      return sql`attempts >= ${value}`
  }
}

/** What rows must be like to belong to a list, for those that no posting list tells of. */
export const conditionsOf = (match: Match): readonly RawBuilder<boolean>[] =>
  Object.entries(match).map(([dimension, value]) => conditionOf(dimension as Dimension, value))

import type { LogFilter } from '@weir/store/repositories/logs/log-filter'

export interface OwnLogQuery {
  readonly type: number
  readonly start_timestamp: number
  readonly end_timestamp: number
  readonly model_name: string
  readonly token_name: string
  readonly outcome: string
  readonly fault: string
  readonly attempts: number
  readonly request_id: string
}

export interface LogQuery extends OwnLogQuery {
  readonly username: string
  readonly channel: number
  readonly group: string
}

export const ownLogFilter = (query: OwnLogQuery): LogFilter => ({
  type: query.type,
  startTime: query.start_timestamp,
  endTime: query.end_timestamp,
  modelName: query.model_name,
  tokenName: query.token_name,
  outcome: query.outcome,
  fault: query.fault,
  attempts: query.attempts,
  requestId: query.request_id,
})

/** Of what administrators may ask for. */
export const logFilter = (query: LogQuery): LogFilter => ({
  ...ownLogFilter(query),
  username: query.username,
  channelId: query.channel,
  groupName: query.group,
})

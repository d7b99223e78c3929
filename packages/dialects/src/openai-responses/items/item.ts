import type { JsonObject } from '../../json.ts'

/** One event of a streamed response, before it has a number. */
export type Step = readonly [type: string, payload: JsonObject]

/** What every event of an item says of where it belongs. */
export interface Where {
  readonly item_id: string
  readonly output_index: number
}

/** An item that is being written. */
export interface OpenItem {
  readonly place: number
  readonly begin: () => readonly Step[]
  readonly close: () => readonly Step[]
  /** As it stands when it is complete. */
  readonly whole: () => JsonObject
}

export const added = ({ output_index }: Where, item: JsonObject): Step => ['response.output_item.added', { output_index, item }]
export const done = ({ output_index }: Where, item: JsonObject): Step => ['response.output_item.done', { output_index, item }]

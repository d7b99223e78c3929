import { LogType } from '@weir/contract/log'
import type { Kysely } from 'kysely'
import type { Engine } from '../../dialect/engine.ts'
import { addExactly, type Exact } from './exact.ts'
import { insertRows } from '../../insert-rows.ts'
import type { Schema } from '../../schema.ts'
import type { SumKind } from '../kinds.ts'
import type { RowGroup } from '../row-groups.ts'

export const KEYS = ['kind', 'grain', 'subject_id', 'subject', 'start_at', 'model_name', 'channel_id', 'bucket'] as const
export const FIGURES = ['requests', 'failures', 'quota', 'prompt_tokens', 'completion_tokens'] as const

type Sum = Record<(typeof KEYS)[number], string | number> & Record<(typeof FIGURES)[number], Exact>

const NOTHING = { requests: 0, failures: 0, quota: 0, prompt_tokens: 0, completion_tokens: 0 }

const addTo = (sum: Sum, more: Readonly<Record<(typeof FIGURES)[number], Exact>>): void => {
  for (const figure of FIGURES) sum[figure] = addExactly(sum[figure], more[figure])
}

/** The sums of one kind over the rows that follow one of the log. Held in memory: whoever writes them makes sure that the rows are still the same. */
export class KindSums {
  readonly kind: SumKind
  /** The last row that is in the sums of the database. */
  readonly after: number
  readonly #grain: number
  readonly #sums = new Map<string, Sum>()

  constructor(kind: SumKind, after: number) {
    this.kind = kind
    this.after = after
    this.#grain = Math.min(...kind.grains)
  }

  get size(): number {
    return this.#sums.size
  }

  /** Rows that all follow the last one that is in the database already. */
  add(group: RowGroup): void {
    if (group.type !== LogType.consume) return
    addTo(this.#sumFor(group), { ...group, requests: group.ids.length })
  }

  /** Of every grain: the larger ones are made of the smallest. */
  all(): readonly Sum[] {
    return this.kind.grains.flatMap((grain) => {
      if (grain === this.#grain) return [...this.#sums.values()]
      const larger = new Map<string, Sum>()
      for (const sum of this.#sums.values()) {
        const start_at = Number(sum.start_at) - (Number(sum.start_at) % grain)
        const key = [start_at, sum.subject_id, sum.subject, sum.model_name, sum.channel_id, sum.bucket].join('\0')
        let known = larger.get(key)
        if (known === undefined) larger.set(key, (known = { ...sum, ...NOTHING, grain, start_at }))
        addTo(known, sum)
      }
      return [...larger.values()]
    })
  }

  #sumFor(group: RowGroup): Sum {
    const { code, subjectId, subject: subjectColumn, parts } = this.kind
    const start_at = group.hour - (group.hour % this.#grain)
    const subject_id = subjectId === undefined ? 0 : group[subjectId]
    const subject = subjectColumn === undefined ? '' : group[subjectColumn]
    const model_name = parts.includes('model_name') ? group.model_name : ''
    const channel_id = parts.includes('channel_id') ? group.channel_id : 0
    const bucket = parts.includes('bucket') ? group.bucket : 0
    const key = `${start_at}\0${subject_id}\0${subject}\0${model_name}\0${channel_id}\0${bucket}`
    let sum = this.#sums.get(key)
    if (sum === undefined) {
      sum = { kind: code, grain: this.#grain, subject_id, subject, start_at, model_name, channel_id, bucket, ...NOTHING }
      this.#sums.set(key, sum)
    }
    return sum
  }
}

export const writeSums = (db: Kysely<Schema>, engine: Engine, sums: readonly Sum[]): Promise<void> =>
  insertRows(db, engine, {
    table: 'log_sums',
    columns: [...KEYS, ...FIGURES],
    rows: sums,
    suffix: engine.addToExisting({ table: 'log_sums', keys: KEYS, sums: FIGURES }),
  })

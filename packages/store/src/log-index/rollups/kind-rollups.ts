import { LogType } from '@weir/contract/log'
import type { Kysely } from 'kysely'
import type { Engine } from '../../dialect/engine.ts'
import { addExactly, type Exact } from '../exact.ts'
import { insertRows } from '../../insert-rows.ts'
import type { Schema } from '../../schema.ts'
import type { RollupKind } from '../kinds.ts'
import type { RowGroup } from '../row-groups.ts'

export const KEYS = ['kind', 'grain', 'subject_id', 'subject', 'start_at', 'model_name', 'channel_id', 'bucket'] as const
export const FIGURES = ['requests', 'failures', 'quota', 'prompt_tokens', 'completion_tokens', 'cost', 'costed_quota'] as const

type Rollup = Record<(typeof KEYS)[number], string | number> & Record<(typeof FIGURES)[number], Exact>

const NOTHING = { requests: 0, failures: 0, quota: 0, prompt_tokens: 0, completion_tokens: 0, cost: 0, costed_quota: 0 }

const addTo = (rollup: Rollup, more: Readonly<Record<(typeof FIGURES)[number], Exact>>): void => {
  for (const figure of FIGURES) rollup[figure] = addExactly(rollup[figure], more[figure])
}

/** The rollups of one kind over the rows behind its watermark, built in memory. The transaction that writes them must check that the rows are still the same. */
export class KindRollups {
  readonly kind: RollupKind
  /** The last row that is in the rollups of the database. */
  readonly after: number
  readonly #grain: number
  readonly #rollups = new Map<string, Rollup>()

  constructor(kind: RollupKind, after: number) {
    this.kind = kind
    this.after = after
    this.#grain = Math.min(...kind.grains)
  }

  get size(): number {
    return this.#rollups.size
  }

  /** Rows that all follow the last one that is in the database already. */
  add(group: RowGroup): void {
    if (group.type !== LogType.consume) return
    addTo(this.#rollupFor(group), { ...group, requests: group.ids.length })
  }

  /** Of every grain: the larger ones are made of the smallest. */
  all(): readonly Rollup[] {
    return this.kind.grains.flatMap((grain) => {
      if (grain === this.#grain) return [...this.#rollups.values()]
      const larger = new Map<string, Rollup>()
      for (const rollup of this.#rollups.values()) {
        const start_at = Number(rollup.start_at) - (Number(rollup.start_at) % grain)
        const key = [start_at, rollup.subject_id, rollup.subject, rollup.model_name, rollup.channel_id, rollup.bucket].join('\0')
        let known = larger.get(key)
        if (known === undefined) larger.set(key, (known = { ...rollup, ...NOTHING, grain, start_at }))
        addTo(known, rollup)
      }
      return [...larger.values()]
    })
  }

  #rollupFor(group: RowGroup): Rollup {
    const { code, subjectId, subject: subjectColumn, parts } = this.kind
    const start_at = group.hour - (group.hour % this.#grain)
    const subject_id = subjectId === undefined ? 0 : group[subjectId]
    const subject = subjectColumn === undefined ? '' : group[subjectColumn]
    const model_name = parts.includes('model_name') ? group.model_name : ''
    const channel_id = parts.includes('channel_id') ? group.channel_id : 0
    const bucket = parts.includes('bucket') ? group.bucket : 0
    const key = `${start_at}\0${subject_id}\0${subject}\0${model_name}\0${channel_id}\0${bucket}`
    let rollup = this.#rollups.get(key)
    if (rollup === undefined) {
      rollup = { kind: code, grain: this.#grain, subject_id, subject, start_at, model_name, channel_id, bucket, ...NOTHING }
      this.#rollups.set(key, rollup)
    }
    return rollup
  }
}

export const writeRollups = (db: Kysely<Schema>, engine: Engine, rollups: readonly Rollup[]): Promise<void> =>
  insertRows(db, engine, {
    table: 'log_sums',
    columns: [...KEYS, ...FIGURES],
    rows: rollups,
    suffix: engine.addToExisting({ table: 'log_sums', keys: KEYS, sums: FIGURES }),
  })

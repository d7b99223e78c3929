import { LogType } from '@weir/contract/log'
import type { Kysely } from 'kysely'
import type { Engine } from '../../dialect/engine.ts'
import { addExactly, type Exact } from '../exact.ts'
import { insertRows } from '../../insert-rows.ts'
import type { Schema } from '../../schema.ts'
import type { RollupKind } from '../kinds.ts'
import type { RowGroup } from '../row-groups.ts'

type Key = 'kind' | 'grain' | 'subject_id' | 'subject' | 'start_at' | RollupKind['parts'][number]
const OLDER_FIGURES = ['requests', 'failures', 'quota', 'prompt_tokens', 'completion_tokens', 'cost', 'costed_quota'] as const
const ALL_FIGURES = [...OLDER_FIGURES, 'elapsed_time'] as const
type Figure = (typeof ALL_FIGURES)[number]

/** The columns of each table of rollups. */
export const COLUMNS: Readonly<Record<RollupKind['table'], { readonly keys: readonly Key[]; readonly figures: readonly Figure[] }>> = {
  log_sums: {
    keys: ['kind', 'grain', 'subject_id', 'subject', 'start_at', 'model_name', 'channel_id', 'bucket'],
    figures: OLDER_FIGURES,
  },
  log_slot_sums: { keys: ['kind', 'grain', 'start_at', 'subject_id', 'subject', 'token_name'], figures: ALL_FIGURES },
}

type Rollup = Record<Key, string | number> & Record<Figure, Exact>

const NOTHING = { requests: 0, failures: 0, quota: 0, prompt_tokens: 0, completion_tokens: 0, cost: 0, costed_quota: 0, elapsed_time: 0 }

const addTo = (rollup: Rollup, more: Readonly<Record<Figure, Exact>>): void => {
  for (const figure of ALL_FIGURES) rollup[figure] = addExactly(rollup[figure], more[figure])
}

interface WrittenRollups {
  readonly kind: RollupKind
  readonly rollups: readonly Rollup[]
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
        const { subject_id, subject, model_name, channel_id, bucket, token_name } = rollup
        const key = [start_at, subject_id, subject, model_name, channel_id, bucket, token_name].join('\0')
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
    const token_name = parts.includes('token_name') ? group.token_name : ''
    const key = `${start_at}\0${subject_id}\0${subject}\0${model_name}\0${channel_id}\0${bucket}\0${token_name}`
    let rollup = this.#rollups.get(key)
    if (rollup === undefined) {
      const parted = { model_name, channel_id, bucket, token_name }
      rollup = { kind: code, grain: this.#grain, subject_id, subject, start_at, ...parted, ...NOTHING }
      this.#rollups.set(key, rollup)
    }
    return rollup
  }
}

export const writeRollups = (db: Kysely<Schema>, engine: Engine, { kind, rollups }: WrittenRollups): Promise<void> => {
  const { keys, figures } = COLUMNS[kind.table]
  return insertRows(db, engine, {
    table: kind.table,
    columns: [...keys, ...figures],
    rows: rollups,
    suffix: engine.addToExisting({ table: kind.table, keys, sums: figures }),
  })
}

import { addClamped, type Engine, type SumSpec } from './engine.ts'

/** SQLite took this clause from PostgreSQL. */
export const addOnConflict = (engine: Pick<Engine, 'clamp'>, { table, keys, sums }: SumSpec): string =>
  `on conflict (${keys.join(', ')}) do update set ${sums.map((sum) => `${sum} = ${addClamped(engine, `${table}.${sum}`, `excluded.${sum}`)}`).join(', ')}`

import type { SumSpec } from './engine.ts'

/** SQLite took this clause from PostgreSQL. */
export const addOnConflict = ({ table, keys, sums }: SumSpec): string =>
  `on conflict (${keys.join(', ')}) do update set ${sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')}`

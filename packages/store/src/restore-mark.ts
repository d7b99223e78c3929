import { StoreHalfRestored } from './errors.ts'

/** Stands among the migrations while a restore runs, so that every version of the program refuses the database until it is whole. */
const MARK = 'restoring:'

export const restoreMarkOf = (id: string): string => `${MARK}${id}`

export const isRestoreMark = (name: string): boolean => name.startsWith(MARK)

export const refuseHalfRestored = (names: Iterable<string>): void => {
  for (const name of names)
    if (isRestoreMark(name))
      throw new StoreHalfRestored(
        'a restore into this database has not ended: if none is running, run weir restore or weir move again, which begins anew',
      )
}

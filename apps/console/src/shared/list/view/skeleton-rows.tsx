import { PAGE_SIZE } from '@weir/contract/envelope'
import classes from './list-view.module.css'

interface Props {
  readonly columns: number
  readonly rows?: number
  readonly isStacked: boolean
}

/** Rows of the real height, so that nothing moves when the data arrive. */
export const SkeletonRows = ({ columns, rows = PAGE_SIZE, isStacked }: Props) => (
  <div className={classes.skeleton} role="status" aria-busy="true" data-testid="skeleton">
    {Array.from({ length: rows + 1 }, (_, row) => (
      <div key={row} className={classes.skeletonRow} data-stacked={isStacked && row > 0}>
        {Array.from({ length: columns }, (_column, column) => (
          <span key={column} className={classes.bone} />
        ))}
      </div>
    ))}
  </div>
)

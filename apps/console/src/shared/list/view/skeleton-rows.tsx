import { PAGE_SIZE } from '@weir/contract/envelope'
import classes from './list-view.module.css'

/** Rows of the real height, so that nothing moves when the data arrive. */
export const SkeletonRows = ({ columns, isStacked }: { readonly columns: number; readonly isStacked: boolean }) => (
  <div className={classes.skeleton} role="status" aria-busy="true" data-testid="skeleton">
    {Array.from({ length: PAGE_SIZE + 1 }, (_, row) => (
      <div key={row} className={classes.skeletonRow} data-stacked={isStacked && row > 0}>
        {Array.from({ length: columns }, (_column, column) => (
          <span key={column} className={classes.bone} />
        ))}
      </div>
    ))}
  </div>
)

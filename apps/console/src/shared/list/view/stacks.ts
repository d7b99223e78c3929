import type { LayoutWidth } from '../../browser/use-media.ts'
import type { Column } from './column.ts'

/** `roomy`: every column has a place of its own. */
export type StackLevel = LayoutWidth | 'roomy'

const levels: readonly StackLevel[] = ['tight', 'medium', 'wide', 'roomy']

/** What stands above one another in a table, from left to right. A column whose upper one is hidden stands by itself. */
export const stacksOf = <Row>(columns: readonly Column<Row>[], level: StackLevel): readonly (readonly Column<Row>[])[] => {
  const isBelow = ({ below }: Column<Row>) =>
    below !== undefined && levels.indexOf(level) <= levels.indexOf(below.upTo) && columns.some(({ key }) => key === below.key)
  return columns
    .filter((column) => !isBelow(column))
    .map((upper) => [upper, ...columns.filter((column) => isBelow(column) && column.below?.key === upper.key)])
}

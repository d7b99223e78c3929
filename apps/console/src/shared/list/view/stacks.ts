import type { LayoutWidth } from '../../browser/use-media.ts'
import type { Column } from './column.ts'

const layoutWidths: readonly LayoutWidth[] = ['tight', 'medium', 'wide']

/** What stands above one another in a table, from left to right. A column whose upper one is hidden stands by itself. */
export const stacksOf = <Row>(columns: readonly Column<Row>[], width: LayoutWidth): readonly (readonly Column<Row>[])[] => {
  const isBelow = ({ below }: Column<Row>) =>
    below !== undefined && layoutWidths.indexOf(width) <= layoutWidths.indexOf(below.upTo) && columns.some(({ key }) => key === below.key)
  return columns
    .filter((column) => !isBelow(column))
    .map((upper) => [upper, ...columns.filter((column) => isBelow(column) && column.below?.key === upper.key)])
}

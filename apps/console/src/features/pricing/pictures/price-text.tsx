import type { ListPrice, PicturePrice } from '@weir/contract/catalog/entry'
import { Tooltip } from 'antd'
import { formatDollars } from '../price-lines.ts'
import classes from './price-text.module.css'

const pictureName = ({ size, quality }: PicturePrice): string => [size, quality].filter((word) => word !== undefined).join(' · ')

/** What a model costs, with the prices of every size and quality when pointed at. */
export const PriceText = ({ price, text }: { readonly price: ListPrice; readonly text: string }) => {
  if (price.images === undefined) return <span>{text}</span>
  const table = (
    <ul className={classes.rows}>
      {price.images.map((row) => (
        <li key={pictureName(row)}>
          <span>{pictureName(row)}</span>
          <span>{formatDollars(row.price)}</span>
        </li>
      ))}
    </ul>
  )
  return (
    <Tooltip title={table}>
      <span className={classes.text}>{text}</span>
    </Tooltip>
  )
}

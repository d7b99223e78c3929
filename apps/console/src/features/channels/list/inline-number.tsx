import { Input } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import classes from './channel-list.module.css'
import { parseFigure } from './inline-figure.ts'

interface Props {
  readonly name: 'priority' | 'weight'
  readonly label: string
  readonly hint: string
  readonly value: number
  readonly min?: number
  readonly onCommit: (value: number) => void
}

/** A number edited in its cell: saved on leaving or Enter, restored by Escape. */
export const InlineNumber = ({ name, label, hint, value, min, onCommit }: Props) => {
  const [typed, setTyped] = useState<string>()

  const commit = () => {
    const figure = typed === undefined || typed === String(value) ? undefined : parseFigure(typed, min)
    setTyped(undefined)
    if (figure !== undefined) onCommit(figure)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') setTyped(undefined)
  }

  return (
    <Input
      size="small"
      className={classes.figure ?? ''}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      aria-label={label}
      title={hint}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      data-testid={`field-${name}`}
    />
  )
}

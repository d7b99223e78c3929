import { Button } from 'antd'
import { useCallback, useRef } from 'react'
import { Icon } from '../ui/icon/icon.tsx'
import classes from './code-block.module.css'
import { useCopy } from './use-copy.ts'

interface Props {
  readonly code: string
  readonly label: string
  readonly name: string
  /** What is shown instead of the code, for instance with a masked key. */
  readonly shown?: string
}

/** A snippet with a copy button. When the clipboard refuses, the code is selected. */
export const CodeBlock = ({ code, label, name, shown = code }: Props) => {
  const block = useRef<HTMLPreElement>(null)
  const select = useCallback(() => {
    if (block.current !== null) window.getSelection()?.selectAllChildren(block.current)
  }, [])
  const copy = useCopy(select, 'error.clipboardField')
  return (
    <div className={classes.block}>
      <pre ref={block} className={classes.code} tabIndex={0} role="region" aria-label={label}>
        {shown}
      </pre>
      <Button
        className={classes.copy ?? ''}
        size="small"
        type="text"
        icon={<Icon name="copy" size={16} />}
        aria-label={label}
        title={label}
        onClick={() => copy(code)}
        data-testid={`btn-copy-${name}`}
      />
    </div>
  )
}

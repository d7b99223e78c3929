import type { InputRef } from 'antd'
import { useEffect, useRef, type RefObject } from 'react'

/** For the field that a reader came to fill in. Once: a field that is drawn again must not take the focus from another. */
export const useFirstFocus = (isWanted = true): RefObject<InputRef | null> => {
  const field = useRef<InputRef>(null)
  useEffect(() => {
    if (isWanted) field.current?.focus()
  }, [isWanted])
  return field
}

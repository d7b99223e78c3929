import { useEffect, useRef, useState } from 'react'

/** Whether what stands in an element is wider than the element. */
export const useOverflow = () => {
  const place = useRef<HTMLDivElement>(null)
  const [isWide, setIsWide] = useState(false)
  useEffect(() => {
    const element = place.current
    const content = element?.firstElementChild
    if (element === null || !content) return undefined
    const observer = new ResizeObserver(() => setIsWide(content.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return { place, isWide }
}

import { useCallback, useEffect, useState, type RefObject } from 'react'
import type { LayoutWidth } from '../../browser/use-media.ts'
import type { Column } from './column.ts'
import type { StackLevel } from './stacks.ts'

/** From the one in which the fewest columns share a place. */
const LEVELS: readonly StackLevel[] = ['roomy', 'wide', 'medium', 'tight']

/** The next one down, no further than the one that the window asks for. */
export const nextLevel = (level: StackLevel, own: LayoutWidth): StackLevel =>
  LEVELS[Math.min(LEVELS.indexOf(level) + 1, LEVELS.indexOf(own))] ?? own

const CAP = '--cell-max'
const CAPS = ['none', '480px', '360px'] as const
const SMALLER_CAPS = ['200px', '160px', '120px'] as const
/** A name or a reason in less room says nothing. */
const LEAST_MAIN = 200

/** What is hidden below an ellipsis; things in a line of text have no width of their own. */
const isCut = (part: Element): boolean => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1

const hasCut = (table: Element, cells: string): boolean => [...table.querySelectorAll(`tbody td${cells} *`)].some(isCut)

const isTooWide = (place: Element, table: Element): boolean => table.scrollWidth > place.clientWidth + 1

const fits = (place: Element, table: Element): boolean => !isTooWide(place, table) && !hasCut(table, '[data-main]')

const mainWidth = (table: Element): number => table.querySelector('tbody td[data-main]')?.clientWidth ?? LEAST_MAIN

/** Long texts of all other columns would leave the main one nothing: they give way, as far as it needs. */
const yieldRoom = (table: HTMLElement): void => {
  for (const cap of SMALLER_CAPS) {
    if (mainWidth(table) >= LEAST_MAIN) return
    table.style.setProperty(CAP, cap)
  }
}

/** What the name does not need goes to what would be cut, as far as the name stays whole. */
const spreadSlack = (place: Element, table: HTMLElement): void => {
  table.style.removeProperty(CAP)
  if (!hasCut(table, ':not([data-main])')) return
  if (!fits(place, table)) {
    yieldRoom(table)
    return
  }
  for (const cap of CAPS) {
    table.style.setProperty(CAP, cap)
    if (fits(place, table)) return
  }
  table.style.removeProperty(CAP)
}

interface Content<Row> {
  /** Of the list. */
  readonly name: string
  readonly place: RefObject<HTMLDivElement | null>
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** The one that the window asks for. */
  readonly own: LayoutWidth
}

/** By the name of the list, so that it is loaded again in the form in which it was seen. */
const found = new Map<string, StackLevel>()

export const lastLevel = (name: string): StackLevel | undefined => found.get(name)

interface Tried {
  readonly level: StackLevel
  /** What the level was tried for. Words, because lists are made anew all the time. */
  readonly content: string
}

interface Fit {
  readonly level: StackLevel
  /** Given to the table: called with it before anything is painted, whenever it may have to be measured again. */
  readonly measure: (table: HTMLTableElement | null) => void
}

/**
 * In which of the layouts a table is shown: the least stacked one that fits its place with every name whole, else the one of the window, or one
 * below it where names are so long that it would have to be scrolled sideways. Tried from the widest down, whenever rows, columns or the place
 * change.
 */
export const useFit = <Row extends { readonly id: number }>({ name, place, columns, rows, own }: Content<Row>): Fit => {
  const [width, setWidth] = useState(0)
  const [tried, setTried] = useState<Tried>({ level: own, content: '' })
  const content = [own, width, ...columns.map(({ title }) => title), ...rows.map(({ id }) => id)].join('|')
  const level = tried.content === content ? tried.level : 'roomy'

  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])

  const measure = useCallback(
    (table: HTMLTableElement | null): void => {
      const element = table?.parentElement
      if (!table || !element) return
      const isLast = LEVELS.indexOf(level) >= LEVELS.indexOf(own)
      if (!isLast && !fits(element, table)) return setTried({ level: nextLevel(level, own), content })
      spreadSlack(element, table)
      if (level !== 'tight' && isTooWide(element, table)) return setTried({ level: nextLevel(level, 'tight'), content })
      found.set(name, level)
      setTried({ level, content })
    },
    [name, level, own, content],
  )

  return { level, measure }
}

import type { Attributes } from './span.ts'

/** One set of attributes with what was measured under it since the process started. */
export interface HistogramPoint {
  readonly attributes: Attributes
  readonly count: number
  readonly sum: number
  readonly bucketCounts: readonly number[]
}

export interface HistogramReading {
  readonly name: string
  readonly unit: string
  readonly description: string
  readonly bounds: readonly number[]
  readonly points: readonly HistogramPoint[]
}

interface Shape extends Omit<HistogramReading, 'points'> {
  /** More would be a figure for each request. */
  readonly maxPoints?: number
}

const MAX_POINTS = 2000
/** The name that the specification gives to what is beyond the bound. */
const OVERFLOW: Attributes = { 'otel.metric.overflow': true }

interface Point {
  readonly attributes: Attributes
  count: number
  sum: number
  readonly bucketCounts: number[]
}

/** A histogram with attributes, summed up from the start of the process. */
export class AttributedHistogram {
  readonly #shape: Shape
  readonly #points = new Map<string, Point>()

  constructor(shape: Shape) {
    this.#shape = shape
  }

  record(value: number, attributes: Attributes): void {
    const point = this.#pointFor(attributes)
    const found = this.#shape.bounds.findIndex((bound) => value <= bound)
    const bucket = found === -1 ? this.#shape.bounds.length : found
    point.count++
    point.sum += value
    point.bucketCounts[bucket] = (point.bucketCounts[bucket] ?? 0) + 1
  }

  read(): HistogramReading {
    const { name, unit, description, bounds } = this.#shape
    return { name, unit, description, bounds, points: [...this.#points.values()] }
  }

  #pointFor(attributes: Attributes): Point {
    const key = JSON.stringify(attributes)
    const known = this.#points.get(key)
    if (known !== undefined) return known
    if (attributes !== OVERFLOW && this.#points.size >= (this.#shape.maxPoints ?? MAX_POINTS)) return this.#pointFor(OVERFLOW)
    const point: Point = { attributes, count: 0, sum: 0, bucketCounts: this.#shape.bounds.map(() => 0).concat(0) }
    this.#points.set(key, point)
    return point
  }
}

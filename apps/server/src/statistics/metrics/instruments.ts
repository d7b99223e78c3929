/** One figure with its labels, as it stands at a scrape. */
export interface Sample {
  /** Behind the family's name, such as `_bucket`; empty for most. */
  readonly suffix: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

export interface Instrument {
  read(): Family
}

interface Named {
  readonly name: string
  readonly help: string
}

/** A counter with two labels. Values are found by the labels themselves, so that counting builds no text. */
export class Counter implements Instrument {
  readonly #named: Named
  readonly #labels: readonly [string, string]
  readonly #values = new Map<string | number, Map<string | number, { count: number }>>()

  constructor(named: Named, labels: readonly [string, string]) {
    this.#named = named
    this.#labels = labels
  }

  add(first: string | number, second: string | number, amount = 1): void {
    const value = this.#values.get(first)?.get(second)
    if (value === undefined) this.#open(first, second).count += amount
    else value.count += amount
  }

  read(): Family {
    const [one, two] = this.#labels
    const samples = [...this.#values].flatMap(([first, row]) =>
      [...row].map(([second, { count }]) => ({ suffix: '', labels: { [one]: String(first), [two]: String(second) }, value: count })),
    )
    return { ...this.#named, type: 'counter', samples }
  }

  #open(first: string | number, second: string | number): { count: number } {
    const row = this.#values.get(first) ?? new Map<string | number, { count: number }>()
    const value = { count: 0 }
    this.#values.set(first, row.set(second, value))
    return value
  }
}

/** A counter without labels. */
export class Total implements Instrument {
  readonly #named: Named
  #count = 0

  constructor(named: Named) {
    this.#named = named
  }

  add(amount = 1): void {
    this.#count += amount
  }

  read(): Family {
    return { ...this.#named, type: 'counter', samples: [{ suffix: '', labels: {}, value: this.#count }] }
  }
}

/** A figure that is looked up when it is asked for. */
export class Gauge implements Instrument {
  readonly #named: Named
  readonly #look: () => number

  constructor(named: Named, look: () => number) {
    this.#named = named
    this.#look = look
  }

  read(): Family {
    return { ...this.#named, type: 'gauge', samples: [{ suffix: '', labels: {}, value: this.#look() }] }
  }
}

export class Histogram implements Instrument {
  readonly #named: Named
  readonly #bounds: readonly number[]
  readonly #counts: Float64Array
  #sum = 0

  constructor(named: Named, bounds: readonly number[]) {
    this.#named = named
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const index = this.#bounds.findIndex((bound) => value <= bound)
    const bucket = index === -1 ? this.#bounds.length : index
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#sum += value
  }

  read(): Family {
    let running = 0
    const buckets = [...this.#counts].map((count, index) => {
      running += count
      return { suffix: '_bucket', labels: { le: String(this.#bounds[index] ?? '+Inf') }, value: running }
    })
    const totals = [
      { suffix: '_sum', labels: {}, value: this.#sum },
      { suffix: '_count', labels: {}, value: running },
    ]
    return { ...this.#named, type: 'histogram', samples: [...buckets, ...totals] }
  }
}

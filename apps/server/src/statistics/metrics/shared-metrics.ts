import type { WorkerLink } from '../../cluster/worker-messages.ts'
import { renderExposition } from './exposition.ts'
import type { Family } from './instruments.ts'
import type { Metrics } from './metrics.ts'

const PUBLISH_EVERY_MS = 2000

export interface SharedMetrics {
  /** The figures of all processes of this node. */
  readonly render: () => string
  readonly stop: () => void
}

const copyOf = (families: readonly Family[]) =>
  families.map((family) => ({ ...family, samples: family.samples.map((sample) => ({ ...sample })) }))

/** A scrape reaches one process of several: each tells the others what it counted, so that any of them can answer for all. */
export const shareMetrics = (metrics: Pick<Metrics, 'read'>, link: WorkerLink): SharedMetrics => {
  const others = new Map<number, readonly Family[]>()
  link.subscribe((message) => {
    if (message.topic === 'metrics') others.set(message.from, message.value)
    if (message.topic === 'gone') others.delete(message.from)
  })
  const publish = () => link.publish({ topic: 'metrics', value: copyOf(metrics.read()) })
  const timer = link.isAlone ? undefined : setInterval(publish, PUBLISH_EVERY_MS)
  timer?.unref()
  return {
    render: () => {
      if (link.isAlone) return renderExposition([{ families: metrics.read() }])
      const readings = new Map([...others, [link.index, metrics.read()] as const])
      return renderExposition([...readings].toSorted(([a], [b]) => a - b).map(([worker, families]) => ({ worker, families })))
    },
    stop: () => clearInterval(timer),
  }
}

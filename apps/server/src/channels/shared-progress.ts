import { NO_RUN, type SharedProgress, type TestProgress } from './test-all-channels.ts'
import type { WorkerLink } from '../cluster/worker-messages.ts'

/** The run over all channels, whichever process of the node it is in: the next call of the console may reach another one. */
export const shareProgress = (link: WorkerLink): SharedProgress => {
  let latest: { readonly from: number; readonly progress: TestProgress } = { from: link.index, progress: NO_RUN }
  link.subscribe((message) => {
    if (message.topic === 'test-progress') latest = { from: message.from, progress: message.value }
    if (message.topic === 'gone' && message.from === latest.from)
      latest = { ...latest, progress: { ...latest.progress, is_running: false } }
  })
  return {
    publish: (progress) => {
      latest = { from: link.index, progress }
      link.publish({ topic: 'test-progress', value: progress })
    },
    latest: () => latest.progress,
  }
}

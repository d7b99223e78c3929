import { createObservable } from '../browser/observable.ts'

/** An offer is what remains of a success when its time is over: it can still be taken back. */
export type ToastKind = 'success' | 'info' | 'error' | 'warning' | 'notice' | 'offer'

/** What can be done about what the toast tells; the toast goes with it. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  /** What it is about, below the text. */
  readonly detail?: string
  /** Admin-written markup; sanitised where it is shown. */
  readonly html?: string
  readonly action?: ToastAction
  /** How many identical messages this one stands for. */
  readonly count: number
  /** `undefined` stays until it is dismissed. */
  readonly durationMs: number | undefined
  readonly placement: 'top' | 'topRight'
  readonly shownAt: number
}

const durationsMs = { success: 1500, info: 3000, error: 5000, warning: 10_000 } as const
const HTML_NOTICE_MS = 20_000
/** Time to read it, to change one's mind and to get there. */
const ACTION_MS = 10_000
const MERGE_WITHIN_MS = 2000
const NARROW_PX = 600
const MOST_SHOWN = 6

interface Surroundings {
  readonly now: () => number
  readonly width: () => number
}

interface Message {
  readonly kind: ToastKind
  readonly text: string
  readonly detail?: string
  readonly html?: string
  readonly action?: ToastAction
}

const isOffering = ({ kind, action }: Message): boolean => kind === 'success' && action !== undefined

const durationOf = (message: Message): number | undefined => {
  const { kind, html, action } = message
  if (kind === 'offer' || (action !== undefined && !isOffering(message))) return ACTION_MS
  if (kind !== 'notice') return durationsMs[kind]
  return html === undefined ? undefined : HTML_NOTICE_MS
}

export const createToasts = ({ now, width }: Surroundings) => {
  const toasts = createObservable<readonly Toast[]>([])
  let lastId = 0

  const show = (message: Message) => {
    const shown = toasts.get()
    const shownAt = now()
    const placement: Toast['placement'] = width() <= NARROW_PX ? 'top' : 'topRight'
    const twin = shown.find(
      (toast) =>
        toast.kind === message.kind &&
        toast.text === message.text &&
        toast.detail === message.detail &&
        toast.html === message.html &&
        message.action === undefined &&
        shownAt - toast.shownAt < MERGE_WITHIN_MS,
    )
    if (twin !== undefined) {
      toasts.set(shown.map((toast) => (toast === twin ? { ...toast, count: toast.count + 1, shownAt, placement } : toast)))
      return
    }
    lastId += 1
    toasts.set([...shown, { ...message, id: lastId, count: 1, durationMs: durationOf(message), placement, shownAt }].slice(-MOST_SHOWN))
  }

  const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

  /** A success that can be taken back stays as an offer: its own time is too short to change one's mind in. */
  const elapse = (id: number) => {
    const shown = toasts.get()
    if (!shown.some((toast) => toast.id === id && isOffering(toast))) dismiss(id)
    else
      toasts.set(shown.map((toast) => (toast.id === id ? { ...toast, kind: 'offer', durationMs: ACTION_MS - durationsMs.success } : toast)))
  }

  return {
    show,
    dismiss,
    elapse,
    shown: toasts.get,
    subscribe: toasts.subscribe,
  }
}

export const toasts = createToasts({ now: () => Date.now(), width: () => globalThis.innerWidth })

interface About {
  readonly detail?: string | undefined
  readonly action?: ToastAction | undefined
}

export const notify = {
  success: (text: string, { detail, action }: About = {}) =>
    toasts.show({ kind: 'success', text, ...(detail !== undefined && { detail }), ...(action && { action }) }),
  info: (text: string) => toasts.show({ kind: 'info', text }),
  error: (text: string) => toasts.show({ kind: 'error', text }),
  warning: (text: string) => toasts.show({ kind: 'warning', text }),
  notice: (text: string) => toasts.show({ kind: 'notice', text }),
  htmlNotice: (html: string) => toasts.show({ kind: 'notice', text: '', html }),
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

interface RenderOptions {
  readonly sitekey: string
  readonly language: string
  readonly theme: 'light' | 'dark'
  readonly callback: (token: string) => void
  readonly 'expired-callback': () => void
  readonly 'error-callback': () => void
}

/** What the provider's script puts on the window. */
export interface Turnstile {
  readonly render: (holder: HTMLElement, options: RenderOptions) => string
  readonly reset: (widget: string) => void
  readonly remove: (widget: string) => void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

let loading: Promise<Turnstile | undefined> | undefined

const addScript = (): Promise<Turnstile | undefined> =>
  new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = () => resolve(window.turnstile)
    script.onerror = () => {
      // The next widget tries again.
      loading = undefined
      resolve(undefined)
    }
    document.head.append(script)
  })

/** Fetched only where the check is on; `undefined` when it cannot be fetched. */
export const loadTurnstile = (): Promise<Turnstile | undefined> =>
  window.turnstile === undefined ? (loading ??= addScript()) : Promise.resolve(window.turnstile)

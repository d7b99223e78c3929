import type { LiveSettings } from './live-settings.ts'

type Handle = (request: Request, peer: string, path: string) => Promise<Response>

/** Files of the console need no option; they are served without the database as well. */
const usesSettings = (path: string): boolean => /^\/(?:v1|api|pg\/|dashboard\/billing\/)/.test(path)

/** Begins no request with options that another node may have changed a second ago: the timers of a process that was paused are late. */
export const withFreshSettings =
  (settings: Pick<LiveSettings, 'renewal'>, handle: Handle): Handle =>
  (request, peer, path) => {
    const renewal = usesSettings(path) ? settings.renewal() : undefined
    return renewal === undefined ? handle(request, peer, path) : renewal.then(() => handle(request, peer, path))
  }

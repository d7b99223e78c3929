import { createObservable } from '../browser/observable.ts'
import { openStorage, type KeyValueStorage } from '../browser/storage.ts'

/** What the browser keeps for the console. Every write tells the subscribers once. */
export const createLocalStore = (storage: KeyValueStorage) => {
  const version = createObservable(0)
  const changed = () => version.set(version.get() + 1)
  const put = (key: string, value: string | undefined) => {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
  }
  return {
    read: (key: string) => storage.getItem(key),
    /** `undefined` removes the key. */
    write: (key: string, value: string | undefined) => {
      put(key, value)
      changed()
    },
    writeAll: (values: Readonly<Record<string, string | undefined>>) => {
      for (const [key, value] of Object.entries(values)) put(key, value)
      changed()
    },
    subscribe: version.subscribe,
    /** Another tab changed the storage. */
    changed,
  }
}

export type LocalStore = ReturnType<typeof createLocalStore>

/** An empty text is the default of every setting and leaves no key behind. */
export const orAbsent = (text: string): string | undefined => (text === '' ? undefined : text)

/** useSyncExternalStore compares by identity: the same stored text must give the same object. */
export const remember = <T>(read: () => string | null, parse: (raw: string | null) => T): (() => T) => {
  let last: { readonly raw: string | null; readonly value: T } | undefined
  return () => {
    const raw = read()
    if (last === undefined || last.raw !== raw) last = { raw, value: parse(raw) }
    return last.value
  }
}

export const localStore = createLocalStore(openStorage('localStorage'))

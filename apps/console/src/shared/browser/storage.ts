export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export const memoryStorage = (): KeyValueStorage => {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Browsers throw on the mere access when storage is blocked; the console then works until the page is closed. */
export const openStorage = (area: 'localStorage' | 'sessionStorage'): KeyValueStorage => {
  try {
    const storage = globalThis[area]
    storage.setItem('ui.probe', '1')
    storage.removeItem('ui.probe')
    return storage
  } catch {
    return memoryStorage()
  }
}

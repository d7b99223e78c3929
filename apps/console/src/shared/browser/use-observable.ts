import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

export const useObservable = <T>({ subscribe, get }: Pick<Observable<T>, 'subscribe' | 'get'>): T => useSyncExternalStore(subscribe, get)

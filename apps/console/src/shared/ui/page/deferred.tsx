import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

interface Found<Props> {
  readonly View?: ComponentType<Props> | undefined
  readonly failure?: { readonly cause: unknown }
}

/**
 * A part whose code comes when it is first shown, or before by `preload`. Unlike `lazy` under `Suspense`, which holds a part back for 300 ms
 * once something has stood in its place, it is shown as soon as it is there, and at once when it is there already.
 */
export const deferred = <Props extends object = object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null) => {
  let known: ComponentType<Props> | undefined
  const preload = async () => {
    known ??= await load()
    return known
  }
  const Deferred = (props: Props) => {
    const [{ View, failure }, setFound] = useState<Found<Props>>({ View: known })
    useEffect(() => {
      if (View !== undefined) return
      let isShown = true
      const settle = (found: Found<Props>) => {
        if (isShown) setFound(found)
      }
      void preload().then(
        (view) => settle({ View: view }),
        (cause: unknown) => settle({ failure: { cause } }),
      )
      return () => {
        isShown = false
      }
    }, [View])
    if (failure !== undefined) throw failure.cause
    return View === undefined ? waiting : <View {...props} />
  }
  return Object.assign(Deferred, { preload })
}

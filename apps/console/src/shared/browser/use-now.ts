import { useEffect, useState } from 'react'

/** Ages are told in minutes at the finest; half of one is how wrong they may be. */
const TICK_MS = 30_000

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The time in epoch seconds, for texts such as "3 minutes ago" that must not stand still. */
export const useNow = (): number => {
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowSeconds()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

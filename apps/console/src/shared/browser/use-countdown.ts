import { useCallback, useEffect, useState } from 'react'
import { SECOND_MS, secondsLeft } from './seconds-left.ts'

/** Counts down by the clock, not by its own ticks: a sleeping tab does not make the wait longer. */
export const useCountdown = (seconds: number): { readonly left: number; readonly start: () => void } => {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return undefined
    const timer = setInterval(() => setLeft(secondsLeft(until, Date.now())), SECOND_MS)
    return () => clearInterval(timer)
  }, [until])
  const start = useCallback(() => {
    setUntil(Date.now() + seconds * SECOND_MS)
    setLeft(seconds)
  }, [seconds])
  return { left, start }
}

/** How long the product waits before another mail may be asked for. */
export const RESEND_SECONDS = 30

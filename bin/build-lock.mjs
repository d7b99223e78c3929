import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const ASK_EVERY_MS = 100
const TOUCH_EVERY_MS = 5_000
/** Another process may have the number of the one that died: who lives touches its lock long before this. */
const DEAD_AFTER_MS = 60_000

const isMissing = (error) => error.code === 'ENOENT'

const isRunning = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** False as well for a lock that has just been written: its number may not be there yet. */
const isLeftBehind = (path) => {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return (pid > 0 && !isRunning(pid)) || Date.now() - statSync(path).mtimeMs > DEAD_AFTER_MS
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const take = (path) => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

const touch = (path) => {
  try {
    utimesSync(path, new Date(), new Date())
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/**
 * Does the work while no other process that asks for this lock does its own; `onWait` is told once that another is at it.
 * A process that died holds nothing: its lock is taken from it.
 */
export const withLock = async (path, { onWait, work }) => {
  let isTold = false
  while (!take(path)) {
    if (isLeftBehind(path)) {
      rmSync(path, { force: true })
      continue
    }
    if (!isTold) onWait()
    isTold = true
    await pause(ASK_EVERY_MS)
  }
  const release = () => rmSync(path, { force: true })
  process.on('exit', release)
  const timer = setInterval(touch, TOUCH_EVERY_MS, path)
  try {
    await work()
  } finally {
    clearInterval(timer)
    process.off('exit', release)
    release()
  }
}

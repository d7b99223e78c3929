import { useEffect, useRef, useState } from 'react'
import { t } from '../../shared/i18n/language.ts'
import { chatBody, type ChatSettings, type Turn } from './chat-body.ts'
import { EMPTY_REPLY } from './chat-reply.ts'
import { runChat, type ChatProgress } from './run-chat.ts'

export interface Answer extends ChatProgress {
  readonly state: 'running' | 'done' | 'stopped'
  /** As it was sent. */
  readonly request: string
  readonly model: string
}

export interface Lane {
  readonly id: number
  readonly model: string
  /** One for each turn since the lane was there. */
  readonly answers: readonly (Answer | undefined)[]
}

export const MOST_LANES = 3

interface Sending {
  readonly turn: Turn
  readonly settings: ChatSettings
  readonly tokenId: number
}

const changed = (lane: Lane, at: number, change: (answer: Answer) => Answer): Lane => ({
  ...lane,
  answers: lane.answers.map((answer, index) => (index === at && answer !== undefined ? change(answer) : answer)),
})

const bodyFor = ({ model, answers }: Lane, turns: readonly Turn[], settings: ChatSettings): string =>
  JSON.stringify(
    chatBody(
      model,
      turns.map((turn, at) => ({ turn, reply: answers[at]?.reply.text })),
      settings,
    ),
    undefined,
    2,
  )

/** One reader and up to three models, each with answers of its own to the same words. */
export const useConversation = (firstModel: string) => {
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const [lanes, setLanes] = useState<readonly Lane[]>([{ id: 1, model: '', answers: [] }])
  const running = useRef<AbortController>(undefined)
  const nextId = useRef(2)
  useEffect(() => () => running.current?.abort(), [])

  const shown = lanes.map((lane) => (lane.model === '' ? { ...lane, model: firstModel } : lane))

  const update = (id: number, at: number, change: (answer: Answer) => Answer) =>
    setLanes((all) => all.map((lane) => (lane.id === id ? changed(lane, at, change) : lane)))

  const ask = async (
    lane: Lane,
    { tokenId, at, request, signal }: { tokenId: number; at: number; request: string; signal: AbortSignal },
  ) => {
    const onProgress = (progress: ChatProgress) => update(lane.id, at, (answer) => ({ ...answer, ...progress }))
    try {
      const progress = await runChat({ body: request, tokenId, signal, onProgress })
      update(lane.id, at, (answer) => ({ ...answer, ...progress, state: 'done' }))
    } catch {
      const isStopped = signal.aborted
      update(lane.id, at, (answer) => ({
        ...answer,
        state: isStopped ? 'stopped' : 'done',
        reply: isStopped ? answer.reply : { ...answer.reply, failure: t('playground.lost') },
      }))
    }
  }

  const send = ({ turn, settings, tokenId }: Sending) => {
    const at = turns.length
    const all = [...turns, turn]
    const controller = new AbortController()
    running.current = controller
    setTurns(all)
    const asked = shown.map((lane) => ({ lane, request: bodyFor(lane, all, settings) }))
    setLanes(
      asked.map(({ lane, request }) => {
        const before = Array.from({ length: at }, (_, index) => lane.answers[index])
        const answer: Answer = { state: 'running', reply: EMPTY_REPLY, raw: '', requestId: '', request, model: lane.model }
        return { ...lane, answers: [...before, answer] }
      }),
    )
    for (const { lane, request } of asked) void ask(lane, { tokenId, at, request, signal: controller.signal })
  }

  return {
    turns,
    lanes: shown,
    isRunning: lanes.some(({ answers }) => answers.some((answer) => answer?.state === 'running')),
    send,
    stop: () => running.current?.abort(),
    clear: () => {
      running.current?.abort()
      setTurns([])
      setLanes(shown.map((lane) => ({ ...lane, answers: [] })))
    },
    addLane: () => setLanes([...shown, { id: nextId.current++, model: firstModel, answers: [] }]),
    removeLane: (id: number) => setLanes(shown.filter((lane) => lane.id !== id)),
    setModel: (id: number, model: string) => setLanes(shown.map((lane) => (lane.id === id ? { ...lane, model } : lane))),
  }
}

export type Conversation = ReturnType<typeof useConversation>

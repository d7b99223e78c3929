import { useQueryClient } from '@tanstack/react-query'
import { getOverview } from '@weir/contract/overview'
import { serverUrl } from '../../../shared/api/api-client.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import { readAnswer, type FirstAnswer } from './read-answer.ts'

const TIMEOUT_MS = 120_000

interface FirstCall {
  readonly key: string
  readonly model: string
  readonly message: string
}

export interface Answered {
  readonly model: string
  readonly text: string
  readonly requestId: string
}

const send = async ({ key, model, message }: FirstCall): Promise<FirstAnswer> => {
  const response = await fetch(serverUrl('/v1/chat/completions'), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: message }] }),
    // As a program would call it: by the key alone.
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return readAnswer({ status: response.status, body: await response.text(), requestId: response.headers.get('x-request-id') ?? '' })
}

/** The first request with the reader's own token, and how it went wrong if it did. */
export const useFirstRequest = (onAnswer: (answer: Answered) => void) => {
  const client = useQueryClient()
  const { mutate, data, isPending, isError } = useChange({
    mutationFn: send,
    meta: { isOptional: true },
    onSuccess: (answer, { model }) => {
      if (answer.kind === 'answer') onAnswer({ model, text: answer.text, requestId: answer.requestId })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [getOverview.path] }),
  })
  return { send: mutate, isPending, isLost: isError, failure: data?.kind === 'failure' ? data : undefined }
}

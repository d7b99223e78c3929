import { useCallback } from 'react'
import { notify } from '../feedback/notify.ts'
import type { PlainKey } from '../i18n/translate.ts'
import { useText } from '../i18n/use-text.ts'
import { copyText } from './copy-text.ts'

/** `onBlocked` receives the text when the clipboard refuses, and puts it where it can be copied by hand. */
export const useCopy = (onBlocked: (text: string) => void, blockedKey: 'error.clipboard' | 'error.clipboardField' = 'error.clipboard') => {
  const t = useText()
  return useCallback(
    (text: string, done: PlainKey = 'common.copied') => {
      void copyText(text).then((isCopied) => {
        if (isCopied) {
          notify.success(t(done))
          return
        }
        notify.warning(t(blockedKey))
        onBlocked(text)
      })
    },
    [t, onBlocked, blockedKey],
  )
}

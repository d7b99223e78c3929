import { Button, Input } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import type { Turn } from './chat-body.ts'
import classes from './playground.module.css'

const MOST_IMAGES = 4
const MOST_IMAGE_BYTES = 4 * 1024 * 1024

const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error(file.name)))
    reader.readAsDataURL(file)
  })

interface Props {
  readonly isRunning: boolean
  readonly canSend: boolean
  readonly onSend: (turn: Turn) => void
  readonly onStop: () => void
}

export const Composer = ({ isRunning, canSend, onSend, onStop }: Props) => {
  const t = useText()
  const files = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [images, setImages] = useState<readonly string[]>([])
  const isReady = canSend && !isRunning && (text.trim() !== '' || images.length > 0)

  const send = () => {
    if (!isReady) return
    onSend({ text: text.trim(), images })
    setText('')
    setImages([])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a word of an input method sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const attach = async (chosen: readonly File[]) => {
    const fitting = chosen.filter((file) => file.type.startsWith('image/') && file.size <= MOST_IMAGE_BYTES)
    if (fitting.length < chosen.length) notify.warning(t('playground.imageLimit', { size: MOST_IMAGE_BYTES / 1024 / 1024 }))
    const read = await Promise.all(fitting.map(addressOf))
    setImages((before) => [...before, ...read].slice(0, MOST_IMAGES))
  }
  return (
    <div className={classes.composer}>
      {images.length > 0 && (
        <div className={classes.attached}>
          {images.map((image, index) => (
            <button
              key={index}
              type="button"
              className={classes.attachment}
              aria-label={t('playground.removeImage', { number: index + 1 })}
              title={t('playground.removeImage', { number: index + 1 })}
              onClick={() => setImages(images.filter((_, at) => at !== index))}
            >
              <img src={image} alt="" className={classes.picture} />
            </button>
          ))}
        </div>
      )}
      <div className={classes.entry}>
        <input
          ref={files}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ target }) => {
            void attach([...(target.files ?? [])])
            target.value = ''
          }}
          data-testid="field-images"
        />
        <Button
          icon={<Icon name="plus" />}
          aria-label={t('playground.addImage')}
          title={t('playground.addImage')}
          disabled={images.length >= MOST_IMAGES}
          onClick={() => files.current?.click()}
        />
        <Input.TextArea
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          autoSize={{ minRows: 1, maxRows: 8 }}
          placeholder={t('playground.placeholder')}
          aria-label={t('playground.placeholder')}
          data-testid="field-message"
        />
        {isRunning ? (
          <Button onClick={onStop} data-testid="btn-stop">
            {t('playground.stop')}
          </Button>
        ) : (
          <Button type="primary" disabled={!isReady} onClick={send} data-testid="btn-send">
            {t('playground.send')}
          </Button>
        )}
      </div>
    </div>
  )
}

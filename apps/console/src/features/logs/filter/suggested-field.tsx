import { AutoComplete, Input } from 'antd'
import { useState } from 'react'
import { notify } from '../../../shared/feedback/notify.ts'
import { halfWidth } from '../../../shared/form/number/read-number.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from '../logs.module.css'
import { useSuggestions, type Suggestion } from './use-suggestions.ts'

interface Props {
  readonly name: 'token_name' | 'model_name' | 'username' | 'group'
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A text of the reader's own that known names complete. */
export const SuggestedField = ({ name, label, value, onChange }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const options = useSuggestions(name, value, isOpen)
  return (
    <AutoComplete
      className={classes.text ?? ''}
      value={value}
      options={[...options]}
      defaultActiveFirstOption={false}
      popupMatchSelectWidth={false}
      onChange={(text: string | undefined) => onChange(text ?? '')}
      open={isOpen && options.length > 0}
      onOpenChange={setIsOpen}
      onInputKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
    >
      <Input placeholder={label} aria-label={label} allowClear data-testid={`field-${name}`} />
    </AutoComplete>
  )
}

interface ChannelProps {
  readonly label: string
  readonly placeholder: string
  readonly value: number
  readonly onChange: (id: number) => void
}

const MAX_DIGITS = 15
const isNumber = (text: string): boolean => /^\d+$/.test(text) && text.length <= MAX_DIGITS

const numberIn = (text: string): number => (isNumber(halfWidth(text)) ? Number(halfWidth(text)) : 0)

/** A channel by its number or its name: a name counts once it is chosen, and one that is left unchosen does not look as if it did. */
export const ChannelField = ({ label, placeholder, value, onChange }: ChannelProps) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<{ readonly text: string; readonly id: number }>({ text: '', id: 0 })
  // A number from elsewhere, such as the address, shows itself.
  const text = typed.id === value ? typed.text : ''
  const shown = text !== '' || value === 0 ? text : String(value)
  const options = useSuggestions('channel', shown, isOpen)
  const take = (next: string, id: number) => {
    setTyped({ text: next, id })
    onChange(id)
  }
  const leave = () => {
    if (shown.trim() === '' || value !== 0) return
    notify.info(t('log.channelUnchosen', { name: shown.trim() }))
    setTyped({ text: '', id: 0 })
  }
  return (
    <AutoComplete
      className={classes.channelField ?? ''}
      value={shown}
      options={[...options]}
      defaultActiveFirstOption={!isNumber(shown)}
      popupMatchSelectWidth={false}
      onChange={(next: string | undefined, option) => {
        const chosen = option as Suggestion | undefined
        if (chosen?.value === next && chosen?.label !== undefined) take(chosen.label, Number(chosen.value))
        else take(next ?? '', numberIn(next ?? ''))
      }}
      open={isOpen && options.length > 0}
      onOpenChange={setIsOpen}
      onBlur={leave}
      onInputKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
    >
      <Input placeholder={placeholder} aria-label={label} allowClear data-testid="field-channel" />
    </AutoComplete>
  )
}

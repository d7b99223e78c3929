import Input, { type InputRef } from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { useId, type KeyboardEventHandler, type ReactNode, type Ref } from 'react'
import classes from './auth-field.module.css'

interface Props {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: string | undefined
  readonly isSecret?: boolean
  readonly isReadOnly?: boolean
  readonly placeholder?: string
  readonly autoComplete: string
  readonly inputRef?: Ref<InputRef>
  readonly onKeyUp?: KeyboardEventHandler
  /** Beside the field. */
  readonly action?: ReactNode
}

/**
 * A labelled field of the sign-in pages. They do without Ant Design's form and import its inputs one by one: the first page of a visit
 * stays small that way.
 */
export const AuthField = (props: Props) => {
  const {
    name,
    label,
    value,
    onChange,
    error,
    hint,
    isSecret = false,
    autoComplete,
    inputRef,
    onKeyUp,
    isReadOnly = false,
    placeholder,
    action,
  } = props
  const id = useId()
  const message = error ?? hint
  const Field = isSecret ? Password : Input
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.row}>
        <Field
          ref={inputRef ?? null}
          id={id}
          name={name}
          size="large"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={message === undefined ? undefined : `${id}-message`}
          {...(error === undefined ? {} : { status: 'error' as const })}
          {...(onKeyUp === undefined ? {} : { onKeyUp })}
          {...(placeholder === undefined ? {} : { placeholder })}
          readOnly={isReadOnly}
          data-testid={`field-${name}`}
        />
        {action}
      </div>
      <p id={`${id}-message`} className={error === undefined ? classes.hint : classes.error}>
        {message}
      </p>
    </div>
  )
}

import { fetchModels } from '@weir/contract/channel'
import { Button, Checkbox, Input, Modal, type GetRef } from 'antd'
import { useRef, useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './channel-form.module.css'
import { withFetched } from './fetched-models.ts'
import type { ChannelBody } from './use-channel-submit.ts'

interface ChoiceProps {
  readonly listed: readonly string[]
  readonly chosen: readonly string[]
  readonly onTake: (models: readonly string[]) => void
  readonly onClose: () => void
}

const testId = (name: string) => ({ 'data-testid': name })

const FetchedDialog = ({ listed, chosen, onTake, onClose }: ChoiceProps) => {
  const t = useText()
  const first = useRef<GetRef<typeof Input>>(null)
  const [part, setPart] = useState('')
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set(listed.filter((name) => chosen.includes(name))))
  const shown = listed.filter((name) => name.toLowerCase().includes(part.trim().toLowerCase()))
  const unlisted = chosen.filter((name) => !listed.includes(name))
  const mark = (names: readonly string[], isOn: boolean) =>
    setMarked((old) => new Set(isOn ? [...old, ...names] : [...old].filter((name) => !names.includes(name))))
  const areAllMarked = shown.length > 0 && shown.every((name) => marked.has(name))
  return (
    <Modal
      open
      width={560}
      title={t('channel.fetched', { count: listed.length })}
      okText={t('channel.fetchedTake', { count: marked.size })}
      okButtonProps={testId('btn-take-models')}
      onOk={() => onTake(withFetched(chosen, listed, marked))}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
    >
      <Input
        ref={first}
        value={part}
        onChange={(event) => setPart(event.target.value)}
        placeholder={t('channel.fetchedFilter')}
        aria-label={t('channel.fetchedFilter')}
        allowClear
        data-testid="field-fetched-filter"
      />
      <Checkbox
        className={classes.fetchedAll ?? ''}
        checked={areAllMarked}
        indeterminate={!areAllMarked && shown.some((name) => marked.has(name))}
        disabled={shown.length === 0}
        onChange={(event) => mark(shown, event.target.checked)}
        data-testid="check-all-models"
      >
        {t('channel.fetchedAll', { count: shown.length })}
      </Checkbox>
      <ul className={classes.fetched} data-testid="fetched-models">
        {shown.map((name) => (
          <li key={name}>
            <Checkbox checked={marked.has(name)} onChange={(event) => mark([name], event.target.checked)}>
              {name}
            </Checkbox>
          </li>
        ))}
      </ul>
      {unlisted.length > 0 && <p className={classes.quiet}>{t('channel.fetchedUnlisted', { names: unlisted.join(', ') })}</p>}
    </Modal>
  )
}

interface Props {
  /** As the form holds it, with the id of the stored one. */
  readonly draft: () => ChannelBody & { readonly id?: number }
  readonly chosen: readonly string[]
  readonly onTake: (models: readonly string[]) => void
}

/** Asks the provider for its models with what the form holds, and lets the reader choose among them. */
export const FetchModels = ({ draft, chosen, onTake }: Props) => {
  const t = useText()
  const fetch = useAction(fetchModels, { success: false })
  return (
    <>
      <Button size="small" loading={fetch.isPending} onClick={() => fetch.mutate({ body: draft() })} data-testid="btn-fetch-models">
        {t('channel.fetchModels')}
      </Button>
      {fetch.data && (
        <FetchedDialog
          listed={fetch.data}
          chosen={chosen}
          onTake={(models) => {
            onTake(models)
            fetch.reset()
          }}
          onClose={() => fetch.reset()}
        />
      )}
    </>
  )
}

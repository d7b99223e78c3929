import { isSecretOption } from '@weir/contract/options/option'
import { optionServices, type OptionService } from '@weir/contract/options/option-services'
import { isRoot } from '@weir/contract/user'
import { Button } from 'antd'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useUser } from '../../../shared/session/use-session.ts'
import type { Stored } from './option-changes.ts'
import classes from '../layout/settings.module.css'
import { useOptionState, useSaveOptions } from './use-options.ts'

type ServiceOption = (typeof optionServices)[OptionService][number]

interface Props {
  readonly service: OptionService
  readonly stored: Stored
}

const hintOf = (service: OptionService) => {
  if (service === 'password') return 'unconfirmed.password'
  return service === 'pusher' ? 'unconfirmed.pusher' : 'unconfirmed.hint'
}

/** What an admin saved serves ordinary users only. Root confirms plain values as they are, and a secret by entering it. */
export const UnconfirmedNote = ({ service, stored }: Props) => {
  const t = useText()
  const user = useUser()
  const { unconfirmed } = useOptionState()
  const options: readonly ServiceOption[] = optionServices[service]
  const keys = options.filter((key) => unconfirmed.includes(key))
  const namesOf = (list: readonly ServiceOption[]) => list.map((key) => t(`option.${key}`)).join(t('unconfirmed.separator'))
  const plain = keys.filter((key) => !isSecretOption(key))
  const save = useSaveOptions(namesOf(plain))
  // Passwords that an admin turned on again are open to everyone.
  if (keys.length === 0 || (service === 'password' && stored('PasswordLoginEnabled') === 'true')) return null
  const secrets = keys.filter(isSecretOption)
  const canConfirm = user !== undefined && isRoot(user.role)
  const confirmAll = () => save.mutate(plain.map((key) => ({ key, value: stored(key) })))
  return (
    <div className={classes.note} role="note" data-testid={`unconfirmed-${service}`}>
      <p>{t(hintOf(service), { names: namesOf(keys) })}</p>
      {canConfirm && secrets.length > 0 && <p>{t('unconfirmed.secrets', { names: namesOf(secrets) })}</p>}
      {canConfirm && plain.length > 0 && (
        <div className={classes.buttons}>
          <Button loading={save.isPending} onClick={confirmAll} data-testid={`btn-confirm-${service}`}>
            {t('unconfirmed.confirm')}
          </Button>
        </div>
      )}
    </div>
  )
}

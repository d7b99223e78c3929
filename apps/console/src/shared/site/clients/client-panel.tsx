import { useId, useState } from 'react'
import { CodeBlock } from '../../clipboard/code-block.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useLanguagePack } from '../../i18n/use-text.ts'
import { guideUrlOf } from '../project.ts'
import { guideOf, type Client, type ClientInput, type ClientStep } from './client.ts'
import classes from './client-panel.module.css'
import { clients } from './clients.ts'

const titleOf = (client: Client, t: Translate): string => client.title ?? t('client.apps')

const placeOf = (step: ClientStep, t: Translate): string => (step.place === 'file' ? step.path : t(`client.place.${step.place}`))

interface ChoiceProps {
  readonly chosen: Client
  readonly onChoose: (client: Client) => void
  readonly t: Translate
}

/** Radio buttons, so that arrow keys work, and all of them in view, so that nobody has to look for theirs. */
const Choice = ({ chosen, onChoose, t }: ChoiceProps) => {
  const group = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t('client.which')}</legend>
      {clients.map((client) => (
        <label key={client.id} className={classes.option} data-testid={`client-${client.id}`}>
          <input type="radio" name={group} checked={client === chosen} onChange={() => onChoose(client)} />
          {titleOf(client, t)}
        </label>
      ))}
    </fieldset>
  )
}

interface PanelProps extends Omit<ClientInput, 'key'> {
  readonly token: string
  /** Stands for the token on the page; what is copied has the token itself. */
  readonly shownToken?: string
}

/** The lines to paste into a client of one's choice, filled in. */
export const ClientPanel = ({ token, shownToken = token, ...input }: PanelProps) => {
  const { t, language } = useLanguagePack()
  const [chosen, setChosen] = useState(clients[0] as Client)
  const shown = chosen.steps({ ...input, key: shownToken })
  return (
    <div className={classes.panel} data-testid="client-panel">
      <Choice chosen={chosen} onChoose={setChosen} t={t} />
      {chosen.steps({ ...input, key: token }).map((step, index) => (
        <div key={`${chosen.id}-${index}`}>
          <div className={classes.place}>{placeOf(step, t)}</div>
          <CodeBlock
            name={`lines-${index}`}
            label={t('client.copy', { place: placeOf(step, t) })}
            code={step.code}
            shown={shown[index]?.code ?? step.code}
          />
        </div>
      ))}
      <a href={guideUrlOf(guideOf(chosen), language)} target="_blank" rel="noopener noreferrer" data-testid="link-guide">
        {t('client.guide', { name: titleOf(chosen, t) })}
      </a>
    </div>
  )
}

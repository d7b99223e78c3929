import { getOverview, type Overview } from '@weir/contract/overview'
import { TokenStatus } from '@weir/contract/token'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useMedia } from '../../shared/browser/use-media.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useCurrentPageTitle } from '../../shared/navigation/page-title.ts'
import { addPathOf } from '../../shared/navigation/paths.ts'
import { choicesFor } from '../../shared/site/token-choices.ts'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { PageLoading } from '../../shared/ui/page/page-loading.tsx'
import { FailedState, State } from '../../shared/ui/page/state.tsx'
import { INITIAL_SETTINGS, areUsable } from './chat-body.ts'
import { Composer } from './composer.tsx'
import { LaneView } from './lane-view.tsx'
import classes from './playground.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { MOST_LANES, useConversation, type Conversation } from './use-conversation.ts'

interface ToolsProps {
  readonly talk: Conversation
  /** Where the parameters have no room beside the chat. */
  readonly onSettings?: () => void
}

const Tools = ({ talk, onSettings }: ToolsProps) => {
  const t = useText()
  return (
    <div className={classes.tools}>
      <Button disabled={talk.lanes.length >= MOST_LANES || talk.isRunning} onClick={talk.addLane} data-testid="btn-add-lane">
        {t('playground.addModel')}
      </Button>
      <Button disabled={talk.turns.length === 0} onClick={talk.clear} data-testid="btn-clear">
        {t('playground.clear')}
      </Button>
      {onSettings !== undefined && (
        <Button onClick={onSettings} data-testid="btn-settings">
          {t('playground.settings')}
        </Button>
      )}
    </div>
  )
}

const Playground = ({ tokens, models: served, last_answered: last }: Pick<Overview, 'tokens' | 'models' | 'last_answered'>) => {
  const t = useText()
  const isTight = useMedia('(max-width: 1100px)')
  const [isOpen, setIsOpen] = useState(false)
  const [settings, setSettings] = useState(INITIAL_SETTINGS)
  const [chosen, setChosen] = useState<number>()
  const { token, models, firstModel } = choicesFor({ tokens, served, last }, chosen)
  const talk = useConversation(firstModel)
  const canSend = token !== undefined && talk.lanes.every(({ model }) => model !== '') && areUsable(settings)

  const panel = <SettingsPanel settings={settings} onChange={setSettings} tokens={tokens} tokenId={token?.id} onToken={setChosen} />
  return (
    <div className={classes.page}>
      <PageHeader hint={t('playground.hint')} action={<Tools talk={talk} {...(isTight && { onSettings: () => setIsOpen(true) })} />} />
      <div className={classes.body}>
        <div className={classes.talk}>
          <div className={classes.lanes} data-lanes={talk.lanes.length}>
            {talk.lanes.map((lane) => (
              <LaneView
                key={lane.id}
                lane={lane}
                turns={talk.turns}
                models={models}
                isRunning={talk.isRunning}
                onModel={(model) => talk.setModel(lane.id, model)}
                onRemove={talk.lanes.length > 1 ? () => talk.removeLane(lane.id) : undefined}
              />
            ))}
          </div>
          <Composer
            isRunning={talk.isRunning}
            canSend={canSend}
            onSend={(turn) => token !== undefined && talk.send({ turn, settings, tokenId: token.id })}
            onStop={talk.stop}
          />
        </div>
        {!isTight && <aside className={classes.aside}>{panel}</aside>}
      </div>
      {isTight && (
        <Drawer open={isOpen} onClose={() => setIsOpen(false)} title={t('playground.settings')} size={340}>
          {panel}
        </Drawer>
      )}
    </div>
  )
}

const NoToken = () => {
  const t = useText()
  const navigate = useNavigate()
  const create = (
    <Button type="primary" onClick={() => void navigate(addPathOf('token'))} data-testid="btn-create">
      {t('playground.createToken')}
    </Button>
  )
  return <State drawing="dry" title={t('playground.noToken')} hint={t('playground.noTokenHint')} action={create} testId="state-no-token" />
}

/** A chat with the reader's own models, paid for like any other call. */
export const PlaygroundPage = () => {
  const title = useCurrentPageTitle()
  const { data, isError, refetch } = useEndpoint(getOverview, {})
  if (isError) return <FailedState onRetry={() => void refetch()} />
  if (!data) return <PageLoading page={title} />
  const usable = data.tokens.filter(({ status }) => status === TokenStatus.enabled)
  return usable.length === 0 ? <NoToken /> : <Playground {...data} tokens={usable} />
}

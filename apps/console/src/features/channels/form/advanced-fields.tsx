import { Form, Input } from 'antd'
import type { Translate } from '../../../shared/i18n/translate.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './channel-form.module.css'
import type { ChannelValues } from './channel-values.ts'
import { headerOverrideProblem, paramOverrideProblem, proxyProblem } from './override-problems.ts'

type ProblemOf = (text: string, t: Translate) => string | undefined

const checked = (problemOf: ProblemOf, t: Translate) => ({
  validator: (_rule: unknown, text: string | undefined) => {
    const problem = problemOf(text ?? '', t)
    return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
  },
})

const PROXY = 'socks5://user:password@proxy.example:1080'
const HEADERS = '{"X-Team": "blue", "x-api-key": "{api_key}"}'
const FIELDS = '{"temperature": 0.5, "top_p": null}'

/** What the channel changes in its requests. Folded where it changes nothing: few channels do. */
export const AdvancedFields = ({ start }: { readonly start: ChannelValues }) => {
  const t = useText()
  const code = { className: classes.code ?? '', autoSize: { minRows: 2, maxRows: 12 }, spellCheck: false }
  const isUsed = [start.proxy, start.headerOverride, start.paramOverride].some((text) => text !== '')
  return (
    <details className={classes.advanced} open={isUsed} data-testid="channel-advanced">
      <summary>{t('channel.advanced')}</summary>
      <Form.Item
        name="proxy"
        label={t('channel.proxy')}
        extra={t('channel.proxyHelp')}
        validateTrigger="onBlur"
        rules={[checked(proxyProblem, t)]}
      >
        <Input placeholder={PROXY} autoComplete="off" spellCheck={false} data-testid="field-proxy" />
      </Form.Item>
      <Form.Item
        name="headerOverride"
        label={t('channel.headerOverride')}
        extra={t('channel.headerOverrideHelp')}
        validateTrigger="onBlur"
        rules={[checked(headerOverrideProblem, t)]}
      >
        <Input.TextArea {...code} placeholder={HEADERS} data-testid="field-header_override" />
      </Form.Item>
      <Form.Item
        name="paramOverride"
        label={t('channel.paramOverride')}
        extra={t('channel.paramOverrideHelp')}
        validateTrigger="onBlur"
        rules={[checked(paramOverrideProblem, t)]}
      >
        <Input.TextArea {...code} placeholder={FIELDS} data-testid="field-param_override" />
      </Form.Item>
    </details>
  )
}

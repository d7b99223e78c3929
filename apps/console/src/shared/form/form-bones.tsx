import { useText } from '../i18n/use-text.ts'
import { useCurrentPageTitle } from '../navigation/page-title.ts'
import classes from './form-page.module.css'

/** What stands under the label: the field, the buttons that fill it, a line of help; a switch stands beside it. */
type Bones = 'field' | 'field-help' | 'field-buttons' | 'field-buttons-help' | 'switch'

interface Props {
  readonly sections: readonly (readonly Bones[])[]
}

/** A form before its record has come: of the same measures, so that nothing moves when it does. */
export const FormBones = ({ sections }: Props) => {
  const t = useText()
  const page = useCurrentPageTitle()
  return (
    <div className={classes.form} role="status" aria-busy="true" aria-label={t('state.loading', { page })} data-testid="page-loading">
      <div className={classes.fields}>
        {sections.map((fields, section) => (
          <div key={section} className={classes.section}>
            <span className={classes.headingBone} />
            {fields.map((bones, field) => (
              <div key={field} className={classes.fieldBones}>
                {['label', ...bones.split('-')].map((part) => (
                  <span key={part} className={classes.bone} data-part={part} />
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className={classes.bar}>
        <span className={classes.bone} data-part="button" />
        <span className={classes.bone} data-part="button" />
      </div>
    </div>
  )
}

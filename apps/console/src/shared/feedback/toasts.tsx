import { useEffect, useState } from 'react'
import { useObservable } from '../browser/use-observable.ts'
import { useText } from '../i18n/use-text.ts'
import { SafeHtml } from '../ui/html/safe-html.tsx'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { toasts, type Toast } from './notify.ts'
import classes from './toasts.module.css'

const icons: Readonly<Record<Toast['kind'], IconName>> = {
  success: 'success',
  info: 'info',
  error: 'error',
  warning: 'warning',
  notice: 'info',
  offer: 'info',
}

const ToastCard = ({ toast }: { readonly toast: Toast }) => {
  const t = useText()
  const [isHeld, setIsHeld] = useState(false)
  const { id, durationMs, shownAt } = toast

  useEffect(() => {
    if (isHeld || durationMs === undefined) return undefined
    const timer = setTimeout(() => toasts.elapse(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, shownAt, isHeld])

  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon name={icons[toast.kind]} size={20} />
      <div className={classes.text}>
        {toast.html === undefined ? toast.text : <SafeHtml html={toast.html} />}
        {toast.detail !== undefined && <div className={classes.detail}>{toast.detail}</div>}
      </div>
      {toast.count > 1 && <span className={classes.count}>{`×${toast.count}`}</span>}
      {toast.action !== undefined && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toasts.dismiss(id)
            toast.action?.run()
          }}
          data-testid="btn-toast-action"
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label={t('common.close')} onClick={() => toasts.dismiss(id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}

/** Mounted once. Each toast keeps the place that fitted the window when it was shown. */
export const Toasts = () => {
  const shown = useObservable({ subscribe: toasts.subscribe, get: toasts.shown })
  return (['top', 'topRight'] as const).map((placement) => (
    <div key={placement} className={classes.stack} data-placement={placement}>
      {shown
        .filter((toast) => toast.placement === placement)
        .map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
    </div>
  ))
}

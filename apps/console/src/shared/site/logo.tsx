import { useState } from 'react'
import { useLogo } from '../session/use-session.ts'
import classes from './logo.module.css'

/** The operator's picture, or the mark of the product where that picture cannot be had. */
export const Logo = ({ size }: { readonly size: number }) => {
  const source = useLogo()
  const [broken, setBroken] = useState('')
  return (
    <img
      className={classes.logo}
      src={source}
      alt=""
      width={size}
      height={size}
      data-broken={broken === source}
      onError={() => setBroken(source)}
      data-testid="logo"
    />
  )
}

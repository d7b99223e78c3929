import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAddress } from './use-address.ts'

/** Says that the page before this one in the history is the list itself. */
const OPENED_HERE = { isOpenedFromList: true }

/** The open row stands in the address: Back closes it, and a copied link opens it. */
export const useOpenEntry = () => {
  const [params, change] = useAddress()
  const navigate = useNavigate()
  const location = useLocation()
  const wanted = Number(params.get('entry'))
  const isOpenedHere = (location.state as typeof OPENED_HERE | null)?.isOpenedFromList === true

  const open = useCallback((id: number) => change({ entry: String(id) }, { state: OPENED_HERE }), [change])
  const close = useCallback(() => {
    if (isOpenedHere) void navigate(-1)
    else change({ entry: '' }, { replace: true })
  }, [isOpenedHere, navigate, change])

  return { id: Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 0, open, close }
}

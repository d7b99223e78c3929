import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { changedParams } from './changed-params.ts'

/** Says that the page before this one in the history is the list itself. */
const OPENED_HERE = { isOpenedFromList: true }

/** The open row stands in the address: Back closes it, and a copied link opens it. */
export const useOpenEntry = () => {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const wanted = Number(params.get('entry'))
  const isOpenedHere = (location.state as typeof OPENED_HERE | null)?.isOpenedFromList === true

  const open = useCallback(
    (id: number) => setParams((current) => changedParams(current, { entry: String(id) }), { state: OPENED_HERE, preventScrollReset: true }),
    [setParams],
  )
  const close = useCallback(() => {
    if (isOpenedHere) void navigate(-1)
    else setParams((current) => changedParams(current, { entry: '' }), { replace: true, preventScrollReset: true })
  }, [isOpenedHere, navigate, setParams])

  return { id: Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 0, open, close }
}

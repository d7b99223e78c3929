import { useQueryClient } from '@tanstack/react-query'
import { deleteBudget, listBudgets, type BudgetObject } from '@weir/contract/budget'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { MissingSection } from '../layout/missing-section.tsx'
import { SettingSection } from '../layout/setting-section.tsx'
import { BudgetDialog } from './budget-dialog.tsx'
import { BudgetRow } from './budget-row.tsx'
import { subjectOf } from './budget-words.ts'

const PAGE_SIZE = 20

/** All budgets, for administrators: newest first, made, changed and deleted here. */
export const BudgetSection = () => {
  const t = useText()
  const client = useQueryClient()
  const [page, setPage] = useState(0)
  const [dialog, setDialog] = useState<{ readonly budget: BudgetObject | undefined } | undefined>()
  const read = useEndpoint(listBudgets, { query: { p: page, page_size: PAGE_SIZE } }, { isOptional: true })
  const refresh = () => void client.invalidateQueries({ queryKey: [listBudgets.path] })
  const remove = useAction(deleteBudget, { onDone: refresh })
  const section = { name: 'budgets', title: t('section.budgets'), help: t('section.help.budgets') }
  const budgets = read.data
  if (!budgets) return <MissingSection {...section} rows={1} read={read} />

  const askRemove = async (budget: BudgetObject) => {
    const name = subjectOf(budget, t)
    const question = { title: t('budget.deleteTitle', { name }), hint: t('budget.deleteHint'), ok: t('common.delete'), isDangerous: true }
    if (await confirm(question)) remove.mutate({ params: { id: budget.id } })
  }
  const buttonsOf = (budget: BudgetObject) => (
    <Flex gap="small">
      <Button
        onClick={() => setDialog({ budget })}
        aria-label={t('budget.editNamed', { name: subjectOf(budget, t) })}
        data-testid="btn-budget-edit"
      >
        {t('common.edit')}
      </Button>
      <Button
        danger
        onClick={() => void askRemove(budget)}
        aria-label={t('budget.deleteTitle', { name: subjectOf(budget, t) })}
        data-testid="btn-budget-delete"
      >
        {t('common.delete')}
      </Button>
    </Flex>
  )
  const hasPages = page > 0 || budgets.length === PAGE_SIZE
  return (
    <SettingSection {...section}>
      {budgets.map((budget) => (
        <BudgetRow key={budget.id} budget={budget} action={buttonsOf(budget)} />
      ))}
      <Flex gap="small" wrap>
        <Button type="primary" onClick={() => setDialog({ budget: undefined })} data-testid="btn-budget-add">
          {t('budget.add')}
        </Button>
        {hasPages && (
          <>
            <Button disabled={page === 0} onClick={() => setPage(page - 1)} data-testid="btn-budget-newer">
              {t('budget.newer')}
            </Button>
            <Button disabled={budgets.length < PAGE_SIZE} onClick={() => setPage(page + 1)} data-testid="btn-budget-older">
              {t('budget.older')}
            </Button>
          </>
        )}
      </Flex>
      {dialog !== undefined && <BudgetDialog budget={dialog.budget} onClose={() => setDialog(undefined)} onSaved={refresh} />}
    </SettingSection>
  )
}

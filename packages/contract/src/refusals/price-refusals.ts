/** Refusals of prices that are written and of lists of them; `errors.ts` has them in its table. */
export const priceRefusals = {
  'price-changed': {
    status: 200,
    zh: '价格在您查看之后已被他人修改，未保存任何内容。请重新打开后再修改',
    en: 'Somebody has changed prices since you looked; nothing was saved. Open them again, then decide',
  },
  'price-list-json': {
    status: 200,
    zh: '价格文件第 {line} 行不是合法的 JSON，未应用任何内容',
    en: 'The price list is not valid JSON at line {line}; nothing was applied',
  },
  'price-list-form': {
    status: 200,
    zh: '这不是价格文件：需要 {"models": […]} 或 LiteLLM 的公开价目表，未应用任何内容',
    en: 'This is no price list: it takes {"models": […]} or the public list of LiteLLM; nothing was applied',
  },
  'price-alias': {
    status: 200,
    zh: '别名 {alias} 已属于 {first}，不能再给 {second}，未保存任何内容。请从其中一个移除',
    en: 'Nothing was saved: the alias {alias} of {second} is a name of {first} already; take it out of one of them',
  },
  'price-list-rows': {
    status: 200,
    zh: '价格文件有 {count} 个模型有误，未应用任何内容。第一个是 {name}：{reason}',
    en: 'Nothing was applied, because of wrong models in the price list ({count}); the first is {name}: {reason}',
  },
  'price-list-unset': {
    status: 200,
    zh: '未设置价格表地址：请先在运营设置中填写 PriceListAddress',
    en: 'No address of a price list is set; enter PriceListAddress under Settings, Operation first',
  },
  'price-list-unread': {
    status: 200,
    zh: '价格表 {address} 未能读取：{reason}。请检查地址后重试',
    en: 'The price list {address} was not read: {reason}. Check the address and try again',
  },
  'token-limit-moved': {
    status: 200,
    zh: '读取之后，令牌 {name} 的额度已被重新设定，现剩余 {left}，未作任何修改：请重新读取后再修改',
    en: 'The limit of token {name} was set anew since it was read, and {left} is left now, so nothing was changed; read it again',
  },
  'budget-moved': {
    status: 200,
    zh: '读取之后，预算 {id} 已被修改，现上限为 {limit}，未作任何修改：请重新读取后再修改',
    en: 'Budget {id} was changed since it was read, and its limit is {limit} now, so nothing was changed; read it again',
  },
} as const

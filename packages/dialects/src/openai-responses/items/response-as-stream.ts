import { arrayAt, isObject, textAt, type JsonObject } from '../../json.ts'
import { renderEvent } from '../render-failure.ts'
import { added, done, type Step, type Where } from './item.ts'

/** What all that is written piece by piece has in common: how it begins, its only piece, and its end. */
interface Written {
  readonly begun: JsonObject
  readonly steps: readonly Step[]
}

const writtenText = (part: JsonObject, place: JsonObject): Written => {
  const [text, logprobs] = [textAt(part, 'text') ?? '', arrayAt(part, 'logprobs')]
  const sources = arrayAt(part, 'annotations').map((annotation, index): Step => [
    'response.output_text.annotation.added',
    { ...place, annotation_index: index, annotation },
  ])
  return {
    begun: { ...part, text: '', annotations: [], logprobs: [] },
    steps: [
      ['response.output_text.delta', { ...place, delta: text, logprobs }],
      ...sources,
      ['response.output_text.done', { ...place, text, logprobs }],
    ],
  }
}

/** A field whose events are named after it. */
const writtenField = (part: JsonObject, field: string, { name, place }: { readonly name: string; readonly place: JsonObject }): Written => {
  const text = textAt(part, field) ?? ''
  return {
    begun: { ...part, [field]: '' },
    steps: [
      [`response.${name}.delta`, { ...place, delta: text }],
      [`response.${name}.done`, { ...place, [field]: text }],
    ],
  }
}

const writtenPart = (part: JsonObject, place: JsonObject): Written => {
  switch (textAt(part, 'type')) {
    case 'output_text':
      return writtenText(part, place)
    case 'refusal':
      return writtenField(part, 'refusal', { name: 'refusal', place })
    case 'reasoning_text':
      return writtenField(part, 'text', { name: 'reasoning_text', place })
    default:
      return { begun: part, steps: [] }
  }
}

const contentSteps = (item: JsonObject, where: Where): readonly Step[] =>
  arrayAt(item, 'content')
    .filter(isObject)
    .flatMap((part, index): readonly Step[] => {
      const place = { ...where, content_index: index }
      const { begun, steps } = writtenPart(part, place)
      return [['response.content_part.added', { ...place, part: begun }], ...steps, ['response.content_part.done', { ...place, part }]]
    })

const summarySteps = (item: JsonObject, where: Where): readonly Step[] =>
  arrayAt(item, 'summary')
    .filter(isObject)
    .flatMap((part, index): readonly Step[] => {
      const place = { ...where, summary_index: index }
      const { begun, steps } = writtenField(part, 'text', { name: 'reasoning_summary_text', place })
      return [
        ['response.reasoning_summary_part.added', { ...place, part: begun }],
        ...steps,
        ['response.reasoning_summary_part.done', { ...place, part }],
      ]
    })

const running = (item: JsonObject): JsonObject => ('status' in item ? { ...item, status: 'in_progress' } : item)

const writtenItem = (item: JsonObject, where: Where): Written => {
  switch (textAt(item, 'type')) {
    case 'message':
      return { begun: { ...running(item), content: [] }, steps: contentSteps(item, where) }
    case 'reasoning': {
      const begun = { ...running(item), summary: [], ...(Array.isArray(item['content']) && { content: [] }) }
      return { begun, steps: [...summarySteps(item, where), ...contentSteps(item, where)] }
    }
    case 'function_call':
      return writtenField(running(item), 'arguments', { name: 'function_call_arguments', place: { ...where } })
    case 'custom_tool_call':
      return writtenField(running(item), 'input', { name: 'custom_tool_call_input', place: { ...where } })
    default:
      return { begun: item, steps: [] }
  }
}

const itemSteps = (item: JsonObject, place: number): readonly Step[] => {
  const where = { item_id: textAt(item, 'id') ?? '', output_index: place }
  const { begun, steps } = writtenItem(item, where)
  return [added(where, begun), ...steps, done(where, item)]
}

/** Some upstreams answer a request for a stream with the whole response. The caller gets it as the stream that was asked for. */
export const responseAsStream = (response: unknown): string => {
  const whole = isObject(response) ? response : {}
  // The events of an item name it; one that upstream gave no name gets one.
  const output = arrayAt(whole, 'output')
    .filter(isObject)
    .map((item, place) => ({ id: `item_${place}`, ...item }))
  const status = textAt(whole, 'status') ?? 'completed'
  const begun = { ...whole, status: 'in_progress', output: [], usage: null }
  const steps: readonly Step[] = [
    ['response.created', { response: begun }],
    ['response.in_progress', { response: begun }],
    ...output.flatMap(itemSteps),
    [`response.${status}`, { response: { ...whole, status, output } }],
  ]
  return steps.map(([type, payload], sequence) => renderEvent(type, sequence, payload)).join('')
}

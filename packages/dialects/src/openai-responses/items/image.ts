import type { JsonObject } from '../../json.ts'
import type { OutputImage } from '../../model/event.ts'
import { added, done, type OpenItem, type Step, type Where } from './item.ts'

/** A picture that the model made, told as that of a tool: this wire has no other word for one. */
export class ImageItem implements OpenItem {
  readonly place: number
  readonly #where: Where
  readonly #image: OutputImage

  constructor(place: number, id: string, image: OutputImage) {
    this.place = place
    this.#where = { item_id: id, output_index: place }
    this.#image = image
  }

  begin = (): readonly Step[] => [
    added(this.#where, this.#item('in_progress', null)),
    ['response.image_generation_call.in_progress', { ...this.#where }],
  ]

  close = (): readonly Step[] => [['response.image_generation_call.completed', { ...this.#where }], done(this.#where, this.whole())]

  whole = (): JsonObject => this.#item('completed', this.#image.data)

  #item(status: 'in_progress' | 'completed', result: string | null): JsonObject {
    const format = /^image\/(\w+)/.exec(this.#image.mimeType)?.[1]
    const head = { id: this.#where.item_id, type: 'image_generation_call', status, result }
    return format === undefined ? head : { ...head, output_format: format }
  }
}

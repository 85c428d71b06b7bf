/** The ids of what a page has links to: each is one of its kind, whatever names there are. */
export class Anchors<Thing> {
  readonly #ids = new Map<Thing, string>()
  readonly #taken = new Set<string>()

  /** @param name  what the id is made of */
  of(thing: Thing, kind: string, name: string): string {
    const anchor = this.#ids.get(thing)
    if (anchor !== undefined) return anchor
    const wanted = `${kind}-${name.replace(/[^\p{L}\p{N}_.-]/gu, '-')}`
    let id = wanted
    for (let n = 2; this.#taken.has(id); n += 1) id = `${wanted}-${n}`
    this.#taken.add(id)
    this.#ids.set(thing, id)
    return id
  }
}

/** A required match that is not there: the author's sign of a changed site. `what` is the author's own selector, header, path or pattern. */
export class Missing extends Error {
  override readonly name = 'Missing'
  constructor(readonly what: string) {
    super(what)
  }
}

/** The same reading for whoever judges an answer and whoever hands it on: one of two megabytes takes a third of a second. */
export function readOnce(read: (text: string) => unknown): (text: string) => unknown {
  let last: { readonly text: string; readonly value: unknown } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

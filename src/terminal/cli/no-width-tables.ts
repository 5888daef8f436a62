/**
 * Stands for `get-east-asian-width` in the hot bundle (scripts/build.mjs), which is small and prints plain lines. What is
 * not plain needs Unicode's table; the throw, before anything is written, has the other bundle start over.
 */
export function eastAsianWidth(): never {
  throw new Error('the hot bundle has no width tables')
}

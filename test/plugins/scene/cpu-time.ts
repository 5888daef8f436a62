/** Milliseconds of processor time that `act` took in this process: a busy machine does not change it much, a quadratic step does. */
export function cpuTime(act: () => unknown): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

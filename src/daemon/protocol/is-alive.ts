/** Whether a process of that id is there and ours. One that is somebody else's is not the one that was meant. */
export function isAlive(pid: number): boolean {
  try { process.kill(pid, 0); return true } catch { return false }
}

import { readFileSync } from 'node:fs'

/** Whether a process of that id is there and ours. One that is somebody else's, or that has ended, is not the one that was meant. */
export function isAlive(pid: number): boolean {
  try { process.kill(pid, 0) } catch { return false }
  return process.platform !== 'linux' || !isZombie(pid)
}

/** One that has ended keeps its id until its parent asks for its end, which some containers' first process never does (proc(5)). */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

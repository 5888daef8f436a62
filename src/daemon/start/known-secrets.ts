/** The secrets that the scrubber looks for. They stay inside the daemon. */
export interface KnownSecrets {
  now(): readonly string[]
  /** The daemon's own socket token and the like; never forgotten. */
  add(secret: string): void
  /** What stands in a place from now on. The few that stood there before stay known: what is under way may still carry them. */
  note(place: string, secrets: readonly string[]): void
  /** All but the daemon's own. */
  forget(): void
}

/** How many that followed each other in one place are known: a service that renews its cookies at every answer must not fill the list. */
const inARow = 4

export function openKnownSecrets(): KnownSecrets {
  const own = new Set<string>()
  const places = new Map<string, readonly (readonly string[])[]>()
  let all: readonly string[] = []
  const gather = (): void => { all = [...new Set([...own, ...[...places.values()].flat(2)])] }
  return {
    now: () => all,
    add(secret) { own.add(secret); gather() },
    note(place, secrets) {
      const before = places.get(place) ?? []
      if (secrets.length === 0 || isSame(before[0], secrets)) return
      places.set(place, [secrets, ...before.filter((other) => !isSame(other, secrets))].slice(0, inARow))
      gather()
    },
    forget() { places.clear(); gather() },
  }
}

const isSame = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
  one?.length === other.length && one.every((secret, index) => secret === other[index])

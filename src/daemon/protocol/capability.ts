/** What a connection may do, weakest first. Each holds the ones before it. */
export const capabilities = ['call', 'approve', 'admin'] as const
export type Capability = (typeof capabilities)[number]

export const covers = (held: Capability, needed: Capability): boolean => capabilities.indexOf(held) >= capabilities.indexOf(needed)

/** Whether a person sits at a terminal there. Claimed by the client, not proved: convenience, not a boundary. */
export type ClientKind = 'interactive' | 'script'

/** What a client says of itself in `hello`. */
export interface Claims { readonly kind: ClientKind; readonly capability: Capability }

/** What it gets: a script stays at `call`, whatever it asks for. */
export const granted = (claims: Claims): Capability => (claims.kind === 'interactive' ? claims.capability : 'call')

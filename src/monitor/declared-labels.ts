import type { ToolFacts } from '../rules/call.ts'
import type { Labels } from '../rules/labels.ts'

/**
 * The labels that a tool's results carry by what it is declared to be, whatever it read. A remote tool's are another
 * server's words whatever its facts say of them (fail closed).
 */
export function declaredLabels(facts: ToolFacts): Labels {
  const services = facts.destinations.flatMap((to) => (to.kind === 'campus' ? [to.service] : []))
  return {
    untrusted: facts.untrusted || facts.trust === 'remote' ? [facts.id] : [],
    private: facts.private ? (services.length ? services : [facts.plugin]) : [],
  }
}

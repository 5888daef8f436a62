import type { ShownCard } from '../../src/daemon/protocol/shapes.ts'

/** Milliseconds since the epoch. */
export const now = 1_790_000_000_000

/** A post that a hostile text asked for. */
export const card: ShownCard = {
  id: 'a1', callId: 'c1', client: 'k1', principal: 'agent', account: '2500000001',
  plugin: { id: 'treehole', trust: 'bundled', contentHash: '0'.repeat(64) }, tool: 'treehole.post', definitionDigest: '1'.repeat(64),
  effect: 'public', goesTo: ['campus:treehole treehole.pku.edu.cn'], args: '{"text":"理教自习攻略更新了"}', argsDigest: '2'.repeat(64),
  provenance: [{ path: '/text', from: 'treehole.search' }], tainted: true,
  reasons: [{ rule: 'R5', code: 'irreversible' }, { rule: 'R6', code: 'tainted', params: { from: 'treehole.search' } }],
  answers: ['once', 'deny'], freeable: [], confirm: { zh: '匿名发布到树洞：理教自习攻略更新了', en: 'Publish anonymously on treehole: 理教自习攻略更新了' },
  typed: '发布', createdAt: now, expiresAt: now + 600_000,
}

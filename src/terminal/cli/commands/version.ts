import { readFileSync } from 'node:fs'
import { shippedPath } from '../../../daemon/protocol/bundles.ts'
import { protocolVersion } from '../../../daemon/protocol/version.ts'
import type { Build } from '../commands.ts'
import type { Done } from '../print.ts'

export function version(): Promise<Done> {
  const { version: number } = JSON.parse(readFileSync(shippedPath('package.json'), 'utf8')) as { version: string }
  return Promise.resolve({ data: { version: number, protocol: protocolVersion, node: process.versions.node }, lines: [`pku-harness ${number}`] })
}

export const buildVersion: Build = ({ command, does }) => { command.action(does(version)) }

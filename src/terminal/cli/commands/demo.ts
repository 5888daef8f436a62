import type { Build } from '../commands.ts'
import { runDemo } from '../demo/run-demo.ts'

export const demo: Build = ({ command, cli, does }) => { command.action(does(() => runDemo(cli.io))) }

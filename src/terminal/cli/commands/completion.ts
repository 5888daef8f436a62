import { Argument } from 'commander'
import { commands } from '../commands.ts'
import type { Build } from '../commands.ts'

const globalOptions = ['--profile', '--json', '--quiet', '--no-color', '--lang', '--timeout', '--allow-file']
const subcommands: Readonly<Record<string, readonly string[]>> = {
  approvals: ['list', 'show', 'approve', 'deny', 'watch'], plugin: ['list', 'show', 'enable', 'disable'], memory: ['list', 'show', 'save', 'forget', 'approve'],
  consents: ['list', 'accept'], grants: ['list', 'import', 'revoke'], model: ['show', 'set', 'test', 'remove'], policy: ['explain'], audit: ['show', 'verify'], keystore: ['status', 'init'],
  daemon: ['start', 'stop', 'status', 'logs'], sim: ['start', 'stop', 'status'],
}
/** Tool names come from the daemon where one answers at once; completing never signs in. */
const liveTools = "pkuh --quiet --json --timeout 1 tools 2>/dev/null | tr ',{' '\\n\\n' | sed -n 's/^\"id\":\"\\([a-z0-9.-]*\\)\"$/\\1/p'"

export const completion: Build = ({ command, does }) => {
  command.addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish'])).action(does((shell: 'bash' | 'zsh' | 'fish') => {
    const script = shell === 'fish' ? fish() : shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bash()}` : bash()
    return Promise.resolve({ data: { shell, script }, lines: script.split('\n') })
  }))
}

function bash(): string {
  const cases = Object.entries(subcommands).map(([name, words]) => `    ${name}) words="${words.join(' ')}" ;;`)
  return [
    '_pkuh() {', '  local cur="${COMP_WORDS[COMP_CWORD]}" words',
    '  case "${COMP_WORDS[1]}" in', ...cases, `    call) words="$(${liveTools})" ;;`, '    *) words="" ;;', '  esac',
    `  [ "$COMP_CWORD" -eq 1 ] && words="${Object.keys(commands).join(' ')}"`,
    `  COMPREPLY=($(compgen -W "$words ${globalOptions.join(' ')}" -- "$cur"))`, '}', 'complete -F _pkuh pkuh',
  ].join('\n')
}

function fish(): string {
  return [
    'complete -c pkuh -f',
    ...Object.entries(commands).map(([name, { summary }]) => `complete -c pkuh -n __fish_use_subcommand -a ${name} -d '${summary.en.replaceAll("'", '’')}'`),
    ...Object.entries(subcommands).map(([name, words]) => `complete -c pkuh -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`),
    `complete -c pkuh -n '__fish_seen_subcommand_from call' -a '(${liveTools})'`,
    ...globalOptions.map((option) => `complete -c pkuh -l ${option.slice(2)}`),
  ].join('\n')
}

import type { Shell } from './shell-words.ts'

/**
 * What a shell loads. Each asks `pkuh completion SHELL -- WORDS` for what may stand at the cursor: lines of a word and, behind
 * a tab, what it is; `:files` asks for file names too.
 */
export const scripts: Readonly<Record<Shell, string>> = {
  // The alias that `pkuh sim start` proposes is a word of its own to bash; zsh and fish see through it.
  bash: `_pkuh_words() {
  local cur=\${COMP_WORDS[COMP_CWORD]} line files=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) files=1 ;;
      ?*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(command pkuh completion bash -- "$@" "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ -n "$files" ]; then
    case $cur in =|:) cur= ;; esac
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
  fi
}
_pkuh() { _pkuh_words; }
_spkuh() { _pkuh_words --profile sim; }
complete -F _pkuh pkuh
complete -F _spkuh spkuh`,

  zsh: `#compdef pkuh
_pkuh() {
  local -a answer values shown
  local line files=
  answer=("\${(@f)$(command pkuh completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $answer; do
    case $line in
      :files) files=1 ;;
      ?*) values+=("\${line%%$'\\t'*}"); shown+=("\${line/$'\\t'/  -- }") ;;
    esac
  done
  (( $#values )) && compadd -l -d shown -a values
  if [[ -n $files ]]; then
    compset -P '--*='
    _files
  fi
}
if [[ $funcstack[1] == _pkuh ]]; then _pkuh "$@"; else compdef _pkuh pkuh; fi`,

  fish: `function __pkuh_words
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    test -n "$current"; or set current ''
    for line in (command pkuh completion fish -- $words[2..] $current 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (string replace -r -- '^--[^=]*=' '' $current)
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c pkuh -f -a '(__pkuh_words)'`,
}

import { inQuotes } from '../quoted.ts';
import type { CompletionEntry, OptionEntry, ValueKind, Word } from './completionEntries.ts';

/** The script for zsh: the tables of the bash script, with a description of each word. */
export function zshCompletion(common: readonly OptionEntry[], entries: readonly CompletionEntry[]): string {
  return `#compdef sluice
# zsh completion of sluice: source <(sluice completion zsh), or as the file _sluice in a folder of $fpath

# Words, options and file of the command in $1; 1 when there is no such command.
_sluice_command() {
  nexts=() flags=() file=''
  case "$1" in
${entries.map(commandCase).join('\n')}
    *) return 1 ;;
  esac
}

# What follows the option $2 of the command in $1: - nothing, @ a file, else one of the words.
_sluice_value() {
  case "$2" in
${common.map((option) => `    ${option.flags.map(inQuotes).join('|')}) value=${valueText(option.value)}; return ;;`).join('\n')}
  esac
  case "$1 $2" in
${entries.flatMap(({ path, options }) => options.map((option) => valueCase(path, option))).join('\n')}
    *) value=(-) ;;
  esac
}

_sluice() {
  local cur=$words[CURRENT] before=$words[CURRENT-1] route='' file='' rest='' word
  local -a nexts flags value common
  local -i i=2
  common=(${common.flatMap(described).map(inQuotes).join(' ')})
  # \`--side=B\` is one word.
  if [[ $cur == --*=* ]]; then before=\${cur%%=*}; compset -P '*='; fi
  while (( i < CURRENT )); do
    word=$words[i]
    if [[ $word == -* ]]; then
      _sluice_value "$route" "$word"
      if [[ $word != *=* && "$value" != - ]]; then (( i++ )); fi
    elif _sluice_command "\${route:+$route }$word"; then
      route="\${route:+$route }$word"
    else
      rest=1
      break
    fi
    (( i++ ))
  done
  if [[ $before == -* ]]; then
    _sluice_value "$route" "$before"
    if [[ "$value" == @ ]]; then _files; return; fi
    if [[ "$value" != - ]]; then compadd -- $value; return; fi
  fi
  _sluice_command "$route"
  # Only the first argument is known.
  if [[ -n $rest ]]; then nexts=() file=''; fi
  if [[ $cur == -* || ( \${#nexts} -eq 0 && -z $file ) ]]; then
    _describe option flags -- common
  else
    if [[ -n $file ]]; then _files; fi
    _describe command nexts
  fi
}

if [[ "\${funcstack[1]}" == _sluice ]]; then _sluice "$@"; else compdef _sluice sluice; fi
`;
}

function commandCase({ path, words, takesFile, options }: CompletionEntry): string {
  const list = (texts: readonly string[]): string => `(${texts.map(inQuotes).join(' ')})`;
  return `    ${inQuotes(path)}) nexts=${list(words.map(entryText))} flags=${list(options.flatMap(described))} file=${takesFile ? '1' : "''"} ;;`;
}

function valueCase(path: string, { flags, value }: OptionEntry): string {
  return `    ${flags.map((flag) => inQuotes(`${path} ${flag}`)).join('|')}) value=${valueText(value)} ;;`;
}

function valueText(value: ValueKind): string {
  return value === 'none' ? '(-)' : value === 'file' ? '(@)' : value === 'any' ? '()' : `(${value.map(inQuotes).join(' ')})`;
}

function described({ flags, about }: OptionEntry): string[] {
  return flags.map((text) => entryText({ text, about }));
}

function entryText({ text, about }: Word): string {
  return about === '' ? text : `${text}:${about}`;
}

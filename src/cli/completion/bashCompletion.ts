import { inQuotes } from '../quoted.ts';
import type { CompletionEntry, OptionEntry, ValueKind } from './completionEntries.ts';

/**
 * The script for bash 3.2 or later, without any library. Its tables are `case` statements: which words and options follow a
 * command, and which values follow an option. It starts no process of ours, so it answers at once.
 */
export function bashCompletion(common: readonly OptionEntry[], entries: readonly CompletionEntry[]): string {
  return `# bash completion of sluice: source <(sluice completion bash)

# Words, options and file of the command in $1; 1 when there is no such command.
_sluice_command() {
  words='' options='' file=''
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
    *) value='-' ;;
  esac
}

_sluice() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" i=1 path='' rest='' word words options file value
  local IFS=$' \\t\\n'
  # \`--side=B\` is three words.
  if [[ $cur == = ]]; then cur=''; elif [[ $before == = ]]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  while ((i < COMP_CWORD)); do
    word="\${COMP_WORDS[i]}"
    if [[ $word == -* ]]; then
      _sluice_value "$path" "$word"
      if [[ $value != - ]]; then
        ((i++))
        if [[ \${COMP_WORDS[i]} == = ]]; then ((i++)); fi
      fi
    elif _sluice_command "\${path:+$path }$word"; then
      path="\${path:+$path }$word"
    else
      rest=1
      break
    fi
    ((i++))
  done
  COMPREPLY=()
  if [[ $before == -* ]]; then
    _sluice_value "$path" "$before"
    if [[ $value == @ ]]; then _sluice_files; return; fi
    if [[ $value != - ]]; then COMPREPLY=($(compgen -W "$value" -- "$cur")); return; fi
  fi
  _sluice_command "$path"
  # Only the first argument is known.
  if [[ -n $rest ]]; then words='' file=''; fi
  if [[ $cur == -* || ( -z $words && -z $file ) ]]; then
    COMPREPLY=($(compgen -W "$options ${common.flatMap(({ flags }) => flags).join(' ')}" -- "$cur"))
  else
    if [[ -n $file ]]; then _sluice_files; fi
    COMPREPLY+=($(compgen -W "$words" -- "$cur"))
  fi
}

_sluice_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
}

complete -F _sluice sluice
`;
}

function commandCase({ path, words, takesFile, options }: CompletionEntry): string {
  const flags = options.map((option) => option.flags.join(' ')).join(' ');
  const texts = words.map(({ text }) => text).join(' ');
  return `    ${inQuotes(path)}) words=${inQuotes(texts)} options=${inQuotes(flags)} file=${takesFile ? '1' : "''"} ;;`;
}

function valueCase(path: string, { flags, value }: OptionEntry): string {
  return `    ${flags.map((flag) => inQuotes(`${path} ${flag}`)).join('|')}) value=${valueText(value)} ;;`;
}

function valueText(value: ValueKind): string {
  return value === 'none' ? '-' : value === 'file' ? '@' : value === 'any' ? "''" : inQuotes(value.join(' '));
}

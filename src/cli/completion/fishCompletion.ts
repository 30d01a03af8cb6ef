import type { CompletionEntry, OptionEntry } from './completionEntries.ts';

/** The script for fish: one line for each word and each option, with the condition under which it is offered. */
export function fishCompletion(common: readonly OptionEntry[], entries: readonly CompletionEntry[]): string {
  const valued = [...common, ...entries.flatMap(({ options }) => options)].filter(({ value }) => value !== 'none');
  return `# fish completion of sluice: sluice completion fish | source

# The words so far that are neither options nor their values.
function __sluice_path
    set -l path
    set -l skip 0
    for token in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if string match -q -- '-*' $token
            contains -- $token ${[...new Set(valued.flatMap(({ flags }) => flags))].join(' ')}; and set skip 1
        else
            set -a path $token
        end
    end
    string join ' ' -- $path
end

# Right after these words.
function __sluice_after
    set -l path (__sluice_path)
    test "$path" = "$argv[1]"
end

# After these words and whatever else.
function __sluice_within
    set -l path (__sluice_path)
    string match -q -- "$argv[1] *" "$path "
end

complete -c sluice -f
${common.map((option) => optionLine(undefined, option)).join('\n')}
${entries.flatMap((entry) => entryLines(entry, entries)).join('\n')}
`;
}

function entryLines({ path, words, takesFile, options }: CompletionEntry, entries: readonly CompletionEntry[]): string[] {
  const after = `__sluice_after ${quoted(path)}`;
  const isGroup = entries.some((other) => other.path.startsWith(`${path} `));
  const within = isGroup ? after : `__sluice_within ${quoted(path)}`;
  return [
    ...words.map(({ text, about }) => `complete -c sluice -n ${quoted(after)} -a ${quoted(text)}${aboutText(about)}`),
    ...(takesFile ? [`complete -c sluice -n ${quoted(after)} -F`] : []),
    ...options.map((option) => optionLine(within, option)),
  ];
}

function optionLine(condition: string | undefined, { flags, about, value }: OptionEntry): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`)).join('');
  const follows = value === 'none' ? '' : value === 'file' ? ' -r -F' : value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`;
  return `complete -c sluice${condition === undefined ? '' : ` -n ${quoted(condition)}`}${names}${follows}${aboutText(about)}`;
}

function aboutText(about: string): string {
  return about === '' ? '' : ` -d ${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

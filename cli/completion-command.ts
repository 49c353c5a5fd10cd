import { Argument, Command } from 'commander';

/** A command by its path, with what may follow it. */
export interface CompletedCommand {
  /** Empty for the program itself. */
  path: string;
  description: string;
  commands: Array<{ name: string; description: string }>;
  options: Array<{ name: string; description: string }>;
}

const SHELLS: Record<string, (all: readonly CompletedCommand[]) => string> = { bash, zsh, fish };

/**
 * `quarry completion`: a script that a shell reads at its start.
 *
 * @param addAll adds every command but those that run the service
 */
export function completionCommand(program: Command, addAll: (program: Command) => Promise<void>): void {
  program
    .command('completion')
    .description('print a completion for a shell: bash, zsh or fish')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(quarry completion bash)\n  quarry completion zsh > ~/.zfunc/_quarry\n  quarry completion fish > ~/.config/fish/completions/quarry.fish',
    )
    .action(async (shell: string) => {
      const whole = new Command('quarry');
      for (const name of ['start', 'api', 'worker']) {
        const known = program.commands.find((command) => command.name() === name);
        if (known) whole.addCommand(known);
      }
      await addAll(whole);
      process.stdout.write(SHELLS[shell]?.(completed(whole)) ?? '');
    });
}

/** The program, its commands and their commands. */
export function completed(command: Command, path = ''): CompletedCommand[] {
  const own: CompletedCommand = {
    path,
    description: command.description(),
    commands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
    options: [
      ...command.options.map(({ long, description }) => ({ name: long ?? '', description })),
      { name: '--help', description: 'display help' },
    ],
  };
  return [own, ...command.commands.flatMap((one) => completed(one, `${path} ${one.name()}`.trim()))];
}

const wordsAfter = ({ commands, options }: CompletedCommand) =>
  [...commands, ...options].map(({ name }) => name).join(' ');

function bash(all: readonly CompletedCommand[]): string {
  const cases = all.map((one) => `    '${one.path}') words='${wordsAfter(one)}' ;;`);
  return `# quarry completion for bash
_quarry() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${all
        .filter(({ path }) => path !== '')
        .map(({ path }) => `'${path}'`)
        .join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _quarry quarry
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function zsh(all: readonly CompletedCommand[]): string {
  const described = ({ name, description }: { name: string; description: string }) =>
    quoted(`${name}:${description.replaceAll(':', '\\:')}`);
  const cases = all.map(
    ({ path, commands, options }) =>
      `    ${quoted(path)}) words_after=(${[...commands, ...options].map(described).join(' ')}) ;;`,
  );
  return `#compdef quarry
# quarry completion for zsh
_quarry() {
  local -a words_after
  local at='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${all
        .filter(({ path }) => path !== '')
        .map(({ path }) => quoted(path))
        .join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  _describe 'quarry' words_after || _files
}
if [ "$funcstack[1]" = "_quarry" ]; then _quarry; else compdef _quarry quarry; fi
`;
}

function fish(all: readonly CompletedCommand[]): string {
  const known = all.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  const lines = all.flatMap(({ path, commands, options }) => {
    const isHere = quoted(`__quarry_is_at "${path}"`);
    return [
      ...commands.map(({ name, description }) => `-f -n ${isHere} -a ${name} -d ${quoted(description)}`),
      ...options.map(({ name, description }) => `-n ${isHere} -l ${name.slice(2)} -d ${quoted(description)}`),
    ];
  });
  return `# quarry completion for fish
function __quarry_is_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    contains -- (string trim "$at $word") ${known.join(' ')}; and set at (string trim "$at $word")
  end
  test "$at" = "$argv[1]"
end
${lines.map((line) => `complete -c quarry ${line}`).join('\n')}
`;
}

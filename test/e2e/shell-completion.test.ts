import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What is typed, and the word that a shell makes of its last one; none where it offers nothing. */
const TYPED: ReadonlyArray<readonly [line: string, word: string | undefined]> = [
  ['quarry mon', 'monitors'],
  ['quarry runs rep', 'replay'],
  ['quarry runs list --ur', '--url'],
  // After a command that has no others, a word is text of its caller.
  ['quarry search runs rep', undefined],
  ['quarry search ./no', './notes.md'],
];

// Where it offers nothing, bash completes names of files itself.
const IN_BASH = `source "$1"
COMP_WORDS=($2); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_quarry
[ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
echo "\${COMPREPLY[@]}"`;
const IN_FISH = `complete -C $argv[1] | string split -f1 \\t; true`;
// A shell at a terminal of its own, with Tab pressed after the line. Ctrl-X prints the line that it has then.
const IN_ZSH = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= RPS1=; fpath=($1 \\$fpath); autoload -U compinit; compinit -u -D; shown() { BUFFER=\\"print -r -- '<\\$BUFFER>'\\"; zle accept-line }; zle -N shown; bindkey '^X' shown; print READY"
zpty -r shell out $'*READY*\\n*READY*'
zpty -w -n shell "$2"$'\\t\\x18'
zpty -r -m shell out $'*\\n<*>*'
print -r -- \${\${out##*$'\\n'<}%%>*}
zpty -d shell`;

function hasShell(name: string): boolean {
  try {
    execFileSync(name, ['--version']);
    return true;
  } catch {
    console.log(`skipped: ${name} is not installed`);
    return false;
  }
}

describe('the completion of commands', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-completion-'));
    const here = join(folder, 'here');
    for (const one of [here, join(folder, 'bin'), join(folder, 'fish/completions')])
      await mkdir(one, { recursive: true });
    await writeFile(join(here, 'notes.md'), '');
    // fish completes commands that exist.
    await writeFile(join(folder, 'bin/quarry'), '#!/bin/sh\n');
    await chmod(join(folder, 'bin/quarry'), 0o755);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function ran(program: string, parameters: string[]): Promise<string> {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, XDG_CONFIG_HOME: folder };
    return (await promisify(execFile)(program, parameters, { cwd: join(folder, 'here'), env })).stdout.trim();
  }

  async function written(shell: string, path: string): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['cli/quarry.ts', 'completion', shell]);
    await writeFile(join(folder, path), stdout);
    return join(folder, path);
  }

  async function assertCompleted(complete: (line: string) => Promise<string>): Promise<void> {
    for (const [line, word] of TYPED) assert.equal(await complete(line), word ?? '', line);
  }

  it('works in bash', async () => {
    const script = await written('bash', 'quarry.bash');
    await assertCompleted((line) => ran('bash', ['-c', IN_BASH, 'bash', script, line]));
  });

  it('works in zsh, from its folder of functions', async function () {
    if (!hasShell('zsh')) this.skip();
    await written('zsh', '_quarry');
    await assertCompleted(async (line) => {
      const completed = (await ran('zsh', ['-f', '-c', IN_ZSH, 'zsh', folder, line])).trimEnd();
      return completed === line ? '' : completed.slice(completed.lastIndexOf(' ') + 1);
    });
  });

  it('works in fish, from its folder of completions', async function () {
    if (!hasShell('fish')) this.skip();
    await written('fish', 'fish/completions/quarry.fish');
    await assertCompleted((line) => ran('fish', ['-c', IN_FISH, line]));
  });
});

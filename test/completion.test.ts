import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from './kit/helve.ts';

/** What each shell offers for a line that the cursor stands at the end of. */
const SHELLS: Readonly<Record<string, (sandbox: Sandbox, line: string) => Promise<readonly string[]>>> = {
  bash: async ({ run }, line) => {
    const script = `eval "$(helve completion bash)"
      line=$1; read -ra COMP_WORDS <<< "$line"; [[ $line == *' ' ]] && COMP_WORDS+=("")
      COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _helve; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return linesOf((await run('bash', ['-c', script, 'bash', line])).stdout);
  },
  fish: async ({ run }, line) => {
    const { stdout } = await run('fish', [
      '--no-config',
      '-c',
      'helve completion fish | source; complete -C $argv[1]',
      line,
    ]);
    return linesOf(stdout).map((row) => row.split('\t')[0] ?? '');
  },
  zsh: async ({ run, dir }, line) => {
    // zsh completes only at a prompt: one is opened in a pseudo-terminal of its own, and what it would show is captured.
    await writeFile(join(dir, 'rc.zsh'), ZSH_CAPTURE);
    return linesOf((await run('zsh', ['-f', 'rc.zsh', line])).stdout);
  },
};

const ZSH_CAPTURE = `zmodload zsh/zpty
setup='PROMPT=; autoload -Uz compinit; compinit -u -D; eval "$(helve completion zsh)"
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return $?; fi
  local -a __hits; builtin compadd -A __hits "$@"
  (( $#__hits )) && print -rl -- "HIT:"\${^__hits}
}
bindkey "^I" complete-word
capture() { compstate[insert]=; print DONE; }
comppostfuncs=(capture)
zle -C complete-word complete-word complete; complete() { _main_complete; compstate[insert]=; print -r -- DONE }
print READY'
zpty z zsh -f -i
zpty -w z "$setup"
zpty -r z out '*READY*' >/dev/null
while zpty -r -t z out; do :; done
zpty -n -w z "$1"$'\\t'
zpty -r z out '*DONE*'
print -r -- $out | tr -d '\\r' | sed -n 's/.*HIT:\\(.*\\)/\\1/p'
zpty -d z
`;

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

describe.each(Object.keys(SHELLS))('%s completes', (shell) => {
  const complete = async (line: string) => {
    const sandbox = await openSandbox({ 'readme.md': '', 'report.txt': '' });
    return [...((await SHELLS[shell]?.(sandbox, line)) ?? [])].sort();
  };

  it('modules and words', async () => {
    expect(await complete('helve ')).toEqual([
      '--reset',
      '-p',
      'acp',
      'batch',
      'browser',
      'code',
      'completion',
      'config',
      'connect',
      'docs',
      'doctor',
      'explain',
      'fs',
      'git',
      'help',
      'mcp',
      'permissions',
      'plugin',
      'replay',
      'rules',
      'service',
      'session',
      'shell-init',
      'task',
      'terminal',
      'thread',
      'tool',
      'tour',
      'trust',
      'utcp',
      'web',
    ]);
  });

  it('actions', async () => {
    expect(await complete('helve fs re')).toEqual(['read', 'read-many']);
  });

  it('flags that were not given yet', async () => {
    expect(await complete('helve fs hash --path x --a')).toEqual(['--algorithm']);
  });

  it('the words of a choice', async () => {
    expect(await complete('helve fs hash --algorithm ')).toEqual(['md5', 'sha1', 'sha256']);
  });

  it('file names where a path belongs', async () => {
    expect(await complete('helve fs read --path re')).toEqual(['readme.md', 'report.txt']);
  });
});

it('refuses a shell that it does not know', async () => {
  const { helve } = await openSandbox();
  const { code, stderr } = await helve(['completion', 'tcsh']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('There is no completion for tcsh') });
});

it('has a script for PowerShell that asks for candidates and passes file names on', async () => {
  const { helve } = await openSandbox();
  const { stdout } = await helve(['completion', 'powershell']);
  expect(stdout).toMatch(/^Register-ArgumentCompleter -Native -CommandName helve /);
  expect(stdout).toContain('helve complete -- @words $wordToComplete');
  expect(stdout).toContain('-split "`t", 2');
  expect(stdout).toContain('CompleteFilename($wordToComplete)');
});

import { describe, expect, it } from 'vitest';
import { decide } from '../testing/shell-policy.ts';
import type { Verdict } from '../policy.ts';

describe('without rules the mode decides by what the line does', () => {
  it.each<[string, Verdict, Verdict, Verdict]>([
    // line, plan, default, acceptEdits
    ['ls -la', 'allow', 'allow', 'allow'],
    ['cat a b | grep -n x | sort -u | head -5', 'allow', 'allow', 'allow'],
    ['pwd && git status', 'allow', 'allow', 'allow'],
    ['git log --oneline -5; git diff HEAD~1', 'allow', 'allow', 'allow'],
    ['git branch -a', 'allow', 'allow', 'allow'],
    ['cd src && git status', 'allow', 'allow', 'allow'],
    ['cd /elsewhere && git status', 'deny', 'ask', 'ask'],
    ['find . -name "*.ts" | wc -l', 'allow', 'allow', 'allow'],
    ['rg -n foo src', 'allow', 'allow', 'allow'],
    ["sed -n '1,20p' file", 'allow', 'allow', 'allow'],
    ['for f in *.ts; do wc -l "$f"; done', 'allow', 'allow', 'allow'],
    ['echo $HOME', 'allow', 'allow', 'allow'],
    ['env', 'allow', 'allow', 'allow'],
    ['which node; node --version', 'allow', 'allow', 'allow'],
    ['command -v node', 'allow', 'allow', 'allow'],
    ['ls 2>/dev/null', 'allow', 'allow', 'allow'],
    ['timeout 5 ls', 'allow', 'allow', 'allow'],
    ["sh -c 'ls'", 'allow', 'allow', 'allow'],
    ['ls | xargs wc -l', 'allow', 'allow', 'allow'],
    ['[ -f x ] && cat x', 'allow', 'allow', 'allow'],
    ['x=1; echo $x', 'allow', 'allow', 'allow'],
    ['', 'allow', 'allow', 'allow'],
    ['# nothing', 'allow', 'allow', 'allow'],
    ['ls > out', 'deny', 'ask', 'allow'],
    ['mkdir -p a/b', 'deny', 'ask', 'allow'],
    ['cp a b', 'deny', 'ask', 'allow'],
    ['cp a ../b', 'deny', 'ask', 'ask'],
    ['cp ../a b', 'deny', 'ask', 'allow'],
    ['cd .. && touch b', 'deny', 'ask', 'ask'],
    ['ls > ../out', 'deny', 'ask', 'ask'],
    ['touch ~/.profile', 'deny', 'ask', 'ask'],
    ['cp $A b', 'deny', 'ask', 'ask'],
    ['rm a', 'deny', 'ask', 'ask'],
    ['make', 'deny', 'ask', 'ask'],
    ['ls | sh', 'deny', 'ask', 'ask'],
    ['ls; make', 'deny', 'ask', 'ask'],
    ['find . -delete', 'deny', 'ask', 'ask'],
    ['find . -exec cat {} \\;', 'allow', 'allow', 'allow'],
    ['find . -exec touch {} \\;', 'deny', 'ask', 'ask'],
    ['find $X', 'deny', 'ask', 'ask'],
    ['sort -o x y', 'deny', 'ask', 'ask'],
    ['sort -uo x y', 'deny', 'ask', 'ask'],
    ["sed -n '1w out' x", 'deny', 'ask', 'ask'],
    ["sed 's/a/b/e' x", 'deny', 'ask', 'ask'],
    ["sed 's/a/b/w out' x", 'deny', 'ask', 'ask'],
    ['sed -i s/a/b/ x', 'deny', 'ask', 'ask'],
    ['rg --pre ./x foo', 'deny', 'ask', 'ask'],
    ['git diff --output=x', 'deny', 'ask', 'ask'],
    ['git -c core.pager=x log', 'deny', 'ask', 'ask'],
    ['git branch new', 'deny', 'ask', 'ask'],
    ['git stash', 'deny', 'ask', 'ask'],
    ['git $X', 'deny', 'ask', 'ask'],
    ['git diff *', 'deny', 'ask', 'ask'],
    ['env make', 'deny', 'ask', 'ask'],
    ['uniq a b', 'deny', 'ask', 'ask'],
    ['date -s 2020-01-01', 'deny', 'ask', 'ask'],
    ['PATH=. ls', 'deny', 'ask', 'ask'],
    ['./ls', 'deny', 'ask', 'ask'],
    ['ls() { make; }; ls', 'deny', 'ask', 'ask'],
    ['"unclosed', 'deny', 'ask', 'ask'],
  ])('%j: %s in plan, %s in default, %s in acceptEdits', async (line, ...verdicts) => {
    const modes = ['plan', 'default', 'acceptEdits'] as const;
    const given = await Promise.all(modes.map(async (mode) => (await decide({ mode }, line)).verdict));
    expect(given).toEqual(verdicts);
  });

  it('and is asked where paths are limited and the line reads what cannot be told', async () => {
    expect((await decide({ deny: ['Read(~/.ssh/**)'] }, 'cat $F')).verdict).toBe('ask');
    expect((await decide({ deny: ['Read(~/.ssh/**)'] }, 'cat ~/.s*/id')).verdict).toBe('ask');
    expect((await decide({ deny: ['Read(~/.ssh/**)'] }, 'cat *.ts')).verdict).toBe('allow');
    expect((await decide({ deny: ['Read(~/.ssh/**)'] }, 'cat a.ts')).verdict).toBe('allow');
  });

  it('variables in the input count like variables in the line', async () => {
    expect((await decide({}, 'ls', { env: { LD_PRELOAD: 'x' } })).verdict).toBe('ask');
    expect((await decide({ allow: ['Bash(make)'] }, 'make', { env: { PATH: '.' } })).verdict).toBe('ask');
    expect((await decide({ allow: ['Bash(make)'] }, 'make', { env: { NODE_ENV: 'test' } })).verdict).toBe('allow');
  });
});
